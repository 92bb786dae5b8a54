import { useHydrated } from '#base/pages/hydrated.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { useSecondsLeft } from '#base/ui/page/use-seconds-left.ts';

/** Counts down the whole seconds until a moment by the clock of the server; null: rendered there, where a page is kept for later. */
export function useSecondsUntil(moment: string): number | null {
  const isHydrated = useHydrated();
  const ahead = isHydrated ? Date.now() - serverNow().getTime() : 0;
  const seconds = useSecondsLeft(Date.parse(moment) + ahead);
  return isHydrated ? seconds : null;
}
