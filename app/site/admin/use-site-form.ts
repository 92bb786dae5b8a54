import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAction } from '#base/ui/page/use-action.ts';
import { siteChanged } from '../settings/site-failures.ts';

/** A form of texts that the server stores as a whole. Changes stay until they are saved or discarded. */
export function useSiteForm<Value extends Readonly<Record<string, string>>>(
  known: Value,
  send: (draft: Value) => Promise<unknown>,
) {
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Partial<Value>>({});
  const { isBusy, isDone, failure, fields, act, forget } = useAction();
  const draft: Value = { ...known, ...edited };

  const discard = () => {
    setEdited({});
    forget();
  };

  const save = async () => {
    if (!(await act(() => send(draft)))) return;
    await revalidate();
    // Together with what was read, else the old texts show for a moment. Changes made while saving stay as unsaved ones.
    startTransition(() => setEdited((now) => (now === edited ? {} : now)));
  };

  return {
    draft,
    errors: fields,
    isUnsaved: Object.keys(known).some((name) => draft[name] !== known[name]),
    isBusy,
    isSaved: isDone,
    fault: failure && (Object.keys(fields).length > 0 ? '' : failure.message),
    set: (part: Partial<Value>) => {
      setEdited((now) => ({ ...now, ...part }));
      forget();
    },
    /** Only after another admin has saved meanwhile. */
    reload: siteChanged.is(failure) ? () => void revalidate().then(() => startTransition(discard)) : undefined,
    save: () => void save(),
    forget: discard,
  };
}
