import './gallery.css';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { stories } from './stories.ts';
import { pause } from './story/interactions.ts';
import { AREAS, type Story } from './story/story.ts';
import { play } from './story/story-frame.tsx';

/** Keeps storage in memory, because the shop under development has the same origin. */
for (const storage of ['localStorage', 'sessionStorage']) {
  const entries = new Map<string, string>();
  Object.defineProperty(globalThis, storage, {
    configurable: true,
    value: {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => entries.set(key, text),
      removeItem: (key: string) => entries.delete(key),
      clear: () => entries.clear(),
    },
  });
}

/** Development and tests only (docs/gallery.md): /gallery lists the stories, /gallery/{id} shows one. */
export default function Gallery() {
  const { id } = useParams();
  const story = stories.find((story) => story.id === id);
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/);
  const matches = stories.filter(({ id, area, title }) => {
    const text = `${id} ${area} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  useShowOnDemand();
  if (story) return <Stage key={story.id} story={story} />;
  return (
    <main className="gallery">
      <title>Gallery</title>
      <h1>{id ? `There is no story ${id}` : `${matches.length} stories`}</h1>
      <input
        type="search"
        aria-label="Filter stories"
        placeholder="Filter stories"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {AREAS.map((area) => {
        const inArea = matches.filter((entry) => entry.area === area);
        if (inArea.length === 0) return null;
        return (
          <section key={area}>
            <h2>{area}</h2>
            <ul>
              {inArea.map((entry) => (
                <li key={entry.id}>
                  <Link to={`/gallery/${entry.id}`}>{entry.title}</Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </main>
  );
}

function useShowOnDemand(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const show = (event: Event) =>
      void navigate(`/gallery/${(event as CustomEvent<string>).detail}`, { replace: true });
    globalThis.addEventListener('gallery', show);
    document.documentElement.dataset.gallery = JSON.stringify(
      stories.map(({ id, area, title, url = '' }) => ({ id, area, title, url })),
    );
    return () => globalThis.removeEventListener('gallery', show);
  }, [navigate]);
}

/**
 * Runs one task at a time, so that a stage is cleared before the next is drawn, and never while React renders another
 * root.
 */
let turn: Promise<void> = Promise.resolve();
function enqueueWork(work: () => void): void {
  turn = turn.then(() => pause(0)).then(work);
}

function Stage({ story }: { story: Story }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = document.createElement('div');
    place.className = 'stage';
    place.dataset.story = story.id;
    let clear: (() => void) | undefined;
    enqueueWork(() => {
      box.current?.append(place);
      clear = play(story, place);
    });
    return () =>
      enqueueWork(() => {
        clear?.();
        place.remove();
      });
  }, [story]);
  return <div ref={box} className="stage" />;
}
