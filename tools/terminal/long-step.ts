export async function runLongStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const seconds = () => (performance.now() / 1_000 - started).toFixed(1);
  const started = performance.now() / 1_000;
  console.log(`${title} ...`);
  const beat = setInterval(() => console.log(`  still working (${seconds()} s) ...`), 10_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()} s.`);
    return result;
  } finally {
    clearInterval(beat);
  }
}
