import { useRevalidator } from 'react-router';
import { failures, faultOf } from '#base/calls/errors.ts';
import { useAction } from './use-action.ts';

/** Runs an action with a busy and a failure state, and revalidates the screen's data when it succeeds or shows that they are out of date. */
export function useReloadingAction() {
  const revalidator = useRevalidator();
  const { isBusy, failure, fields, run, forget } = useAction();

  /** Returns the result of the action; null where it failed. */
  async function act<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return run(async () => {
      const result = await work().catch(async (error: unknown) => {
        // Another window, or Telegram, has removed what the screen still shows.
        if (failures.notFound.is(error)) await revalidator.revalidate();
        throw error;
      });
      await revalidator.revalidate();
      return result;
    });
  }

  const fault = failure && faultOf(failure);
  return { isBusy, fault, fields, act, forget };
}
