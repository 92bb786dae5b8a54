import type { ConnectedSource } from './widget-shapes.ts';

/** What may be amiss with the pages that show alerts. */
export type Ail = 'none' | 'gone' | 'hidden' | 'doubled' | 'suspended' | 'muted' | 'missing' | 'silent';

/** A page says every 5 s how it is: one that has missed two of these words is cut off, whatever it showed last. */
const silentMilliseconds = 11_000;

/** What ails one page; `at`: the moment that is asked for, by the server's clock as far as it is known. */
export function ailsOf(source: ConnectedSource, at: number): readonly Ail[] {
  if (!source.isConnected) return ['gone'];
  const { isVisible, isDoubled, audio, seenAt } = source;
  const ails: Ail[] = [];
  if (at - Date.parse(seenAt) > silentMilliseconds) ails.push('silent');
  if (isDoubled) ails.push('doubled');
  if (!isVisible) ails.push('hidden');
  if (audio !== null && audio !== 'ok') ails.push(audio);
  return ails;
}

/**
 * What ails the alerts as a whole, the worst first. Of two connected pages one that is seen and heard is enough; that there are
 * two is told nevertheless.
 */
export function ailsOfAll(sources: readonly ConnectedSource[], at: number): readonly Ail[] {
  const connected = sources.filter(({ isConnected }) => isConnected);
  if (connected.length === 0) return [sources.length === 0 ? 'none' : 'gone'];
  const each = connected.map((source) => ailsOf(source, at).filter((ail) => ail !== 'doubled'));
  const [best = []] = each.toSorted((one, other) => one.length - other.length);
  return connected.length > 1 ? [...best, 'doubled'] : best;
}
