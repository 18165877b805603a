import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { BUDGET, calibrateCosts, createMeter, judge } from './budget.ts';
import { readProcessCpuSeconds } from './cpu-seconds.ts';

describe('run budget', () => {
  const stage = { name: 'unit', seconds: 100, minutes: 1, loop: 0.3 };
  const loops = (...cpu: number[]) =>
    cpu.map((seconds) => ({ cpu: seconds, wall: seconds, newProcess: seconds * 1.5 }));

  it('halves the CPU seconds of a stage if the calibration loop took twice as long during the stage', () => {
    const { total, bare, stages } = calibrateCosts([stage, { ...stage, loop: 0.6 }], loops(0.3, 0.3, 0.3));
    expect([total, bare, stages.map(({ seconds }) => seconds)]).toEqual([150, 200, [100, 50]]);
  });

  it('returns the median CPU time of loops between stages, and the ratio of the slowest to the fastest', () => {
    expect(calibrateCosts([stage], loops(0.3, 0.9, 0.3))).toMatchObject({ loop: 0.3, total: 100, spread: 3 });
  });

  it.runIf(process.platform === 'linux')(
    'runs the calibration loop during a stage, and does not count its cost',
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const meter = createMeter({ databaseUrl: 'postgres://127.0.0.1:1/none', installing: 0 });
      const before = process.cpuUsage();
      await meter.stage('unit', async () => {
        vi.advanceTimersByTime(60_000);
      });
      const { user, system } = process.cpuUsage(before);
      vi.useRealTimers();
      const { loop = 0, bare } = meter.costs() ?? {};
      expect((user + system) / 1_000_000).toBeGreaterThan(loop * 5);
      expect(bare).toBeLessThan(loop);
    },
  );

  it('returns how long the loop waited for a core, and how much more it costs in a new process', () => {
    const busy = { cpu: 0.3, wall: 0.45, newProcess: 0.6 };
    const { wait, start } = calibrateCosts([stage], [busy, busy, { cpu: 0.3, wall: 0.3, newProcess: 0.3 }]);
    expect([wait, start]).toEqual([expect.closeTo(1.5), 2]);
  });

  it('fails a run above the CPU limit, and warns above the target', () => {
    const verdict = (total: number, spread = 1) =>
      Object.keys(judge({ total, spread, wait: 1, includesPostgres: true }));
    expect(verdict(BUDGET.target)).toEqual([]);
    expect(verdict(BUDGET.target + 1)).toEqual(['warning']);
    expect(verdict(BUDGET.limit)).toEqual(['warning']);
    expect(verdict(BUDGET.limit + 1)).toEqual(['error']);
  });

  it('only warns about an exceeded limit when the measurement is unreliable', () => {
    const costs = { total: 2_000, spread: 1.5, wait: 1.25, includesPostgres: true };
    expect(judge(costs).error).toBeDefined();
    expect(judge({ ...costs, spread: 1.6 }).error).toBeUndefined();
    expect(judge({ ...costs, wait: 1.3 }).error).toBeUndefined();
    expect(judge({ ...costs, includesPostgres: false }).error).toBeUndefined();
    expect(judge(undefined).error).toBeUndefined();
  });
});

it.runIf(process.platform === 'linux')('counts the CPU seconds of child processes that have ended', () => {
  const before = readProcessCpuSeconds() ?? 0;
  spawnSync(process.execPath, ['-e', 'const end = process.cpuUsage(); while (process.cpuUsage(end).user < 300_000);']);
  expect((readProcessCpuSeconds() ?? 0) - before).toBeGreaterThan(0.29);
});
