import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Failure, failures } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { useUnsaved } from './use-unsaved.ts';

interface RevisedFormOptions<Thing, Draft> {
  /** As it is known now; null: it is new. */
  readonly present: Thing | null;
  readonly draftOf: (thing: Thing | null) => Draft;
  /** The refusal of what somebody else has changed since it was read. */
  readonly changed: Failure;
}

/** The form of a thing with revisions that its page reads again: what has changed since is refused once, before it is overwritten. */
export function useRevisedForm<Thing, Draft extends object>({
  present,
  draftOf,
  changed,
}: RevisedFormOptions<Thing, Draft>) {
  const { revalidate } = useRevalidator();
  const [isOutdated, setOutdated] = useState(false);
  const [first] = useState(present);
  const [initial] = useState(() => draftOf(present));
  const [draft, setDraft] = useState(initial);
  const blocker = useUnsaved(draft !== initial);
  // Every attempt with the same text is one save.
  const [key, setKey] = useState(newKey);
  const { isBusy, failure, fields, run, forget } = useAction();

  /** Reads what has changed before the refusal is shown: the next save is made over it. */
  async function readAgain(refusal: unknown): Promise<never> {
    if (changed.is(refusal)) {
      setOutdated(true);
      setKey(newKey());
      await revalidate();
    }
    throw refusal;
  }

  return {
    /** What is saved over; null: it is new. */
    thing: isOutdated ? present : first,
    draft,
    isBusy,
    failure,
    fields,
    blocker,
    change(change: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...change }));
      setKey(newKey());
      forget();
    },
    /** Sends the draft unless it has faults, by field; resolves to the answer once its page has been read again, to null if it was not saved. */
    save: <Answer>(faults: Readonly<Record<string, string>>, send: (idempotencyKey: string) => Promise<Answer>) =>
      run(async () => {
        if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
        const answer = await send(key).catch(readAgain);
        await revalidate();
        return answer;
      }),
  };
}
