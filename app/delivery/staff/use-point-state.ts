import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/** Opens and closes pickup points, and reloads the screen's data afterwards. */
export function usePointState() {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act, forget } = useAction();

  /** Resolves to whether it was done. */
  function change(id: number, isActive: boolean): Promise<boolean> {
    return act(async () => {
      await call('POST PickUp/state', { query: { id, isActive } });
      await revalidate();
    });
  }

  return { isBusy, failure, forget, change };
}
