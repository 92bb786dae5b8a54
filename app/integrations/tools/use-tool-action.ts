import { useRevalidator } from 'react-router';
import { useAction } from '#base/ui/page/use-action.ts';

/** Runs an action with a busy and a failure state, and revalidates the screen's data when it succeeds. */
export function useToolAction() {
  const revalidator = useRevalidator();
  const { isBusy, failure, fields, run } = useAction();

  /** Returns the result of the action; null where it failed. */
  async function act<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return run(async () => {
      const result = await work();
      await revalidator.revalidate();
      return result;
    });
  }

  const fault = failure && (Object.values(fields)[0] ?? failure.message);
  return { isBusy, fault, act };
}
