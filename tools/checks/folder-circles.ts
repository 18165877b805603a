import { dirname } from 'node:path/posix';
import { isTestCode, type SourceFile } from './source-files.ts';

type Graph = Map<string, Set<string>>;
/**
 * Returns folders below `root` that import each other in a cycle, ignoring type imports. Deeper folders count as their
 * ancestor at `depth`, and a file directly in `root` as itself.
 */
export function folderCircles(files: SourceFile[], root: string, depth: number): string[][] {
  const levels = root.split('/').length + depth;
  const node = (path: string): string => {
    const folder = dirname(path);
    return folder === root ? path : folder.split('/').slice(0, levels).join('/');
  };
  const graph: Graph = new Map();
  for (const { path, imports } of files) {
    if (!path.startsWith(`${root}/`) || isTestCode(path)) continue;
    const next = graph.get(node(path)) ?? graph.set(node(path), new Set()).get(node(path));
    for (const { target, typeOnly } of imports) {
      if (typeOnly || !target?.startsWith(`${root}/`)) continue;
      const [from, to] = [node(path), node(target)];
      if (from !== to) next?.add(to);
    }
  }
  return findCircles(graph);
}

function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    low.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const reach = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? index) : index) : visit(next);
      low.set(node, Math.min(low.get(node) ?? index, reach));
    }
    if (low.get(node) === index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low.get(node) ?? index;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}
