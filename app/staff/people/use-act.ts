import { useRevalidator } from 'react-router';
import { useAction } from '#base/ui/page/use-action.ts';
import { refreshCounts } from '../staff-counts.ts';

/** Runs an action on a user; then reloads the screen, whether or not it succeeded. */
export function useAct() {
  const { revalidate } = useRevalidator();
  const { act, ...state } = useAction();
  return {
    ...state,
    async act(work: () => Promise<unknown>): Promise<void> {
      await act(work);
      refreshCounts();
      await revalidate();
    },
  };
}
