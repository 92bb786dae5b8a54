import type { ConnectedSource } from '../widget-shapes.ts';

/** Problems of the pages that show alerts. */
export type Problem = 'crowded' | 'none' | 'gone' | 'hidden' | 'doubled' | 'suspended' | 'muted' | 'missing' | 'silent';

/** A page reports its health every 5 s: after two missing reports it counts as disconnected. */
const silentMilliseconds = 11_000;

/** The problems of one page at a moment, by the server's clock as far as it is known. */
export function problemsOf(source: ConnectedSource, at: number): readonly Problem[] {
  if (!source.isConnected) return ['gone'];
  const { isVisible, isDoubled, audio, seenAt } = source;
  const problems: Problem[] = [];
  if (at - Date.parse(seenAt) > silentMilliseconds) problems.push('silent');
  if (isDoubled) problems.push('doubled');
  if (!isVisible) problems.push('hidden');
  if (audio !== null && audio !== 'ok') problems.push(audio);
  return problems;
}

/**
 * The problems of the alerts as a whole, the worst first. Of two connected pages one visible one with sound is enough, but that there
 * are two is reported nevertheless.
 */
export function problemsOfAll(sources: readonly ConnectedSource[], at: number): readonly Problem[] {
  const connected = sources.filter(({ isConnected }) => isConnected);
  if (connected.length === 0) return [sources.length === 0 ? 'none' : 'gone'];
  const each = connected.map((source) => problemsOf(source, at).filter((problem) => problem !== 'doubled'));
  const [best = []] = each.toSorted((one, other) => one.length - other.length);
  return connected.length > 1 ? [...best, 'doubled'] : best;
}

/** When any page was last seen: an approximation of the server's clock. */
export function lastSeen(sources: readonly ConnectedSource[]): number {
  return Math.max(0, ...sources.map(({ seenAt }) => Date.parse(seenAt)));
}

/** The problems as the creator should know them now; `isCrowded`: a page was refused because too many are open. */
export function problemsNow(sources: readonly ConnectedSource[], isCrowded: boolean): readonly Problem[] {
  const found = problemsOfAll(sources, lastSeen(sources));
  return isCrowded ? ['crowded', ...found] : found;
}
