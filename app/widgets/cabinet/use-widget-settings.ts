import { useState } from 'react';
import type { FieldMessages } from '#base/calls/errors.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/** A part of the widget settings while it is edited. A failure does not discard the draft. */
export interface SettingsForm<Value> {
  readonly draft: Value;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  /** Why saving failed, as a whole; empty: only fields are wrong. */
  readonly fault: string | null;
  /** The failure of a field by its path within the part, until its value is changed: `variants.0.duration`. */
  error(path: string): string | undefined;
  /** Takes changed values, or a function of the draft at that time: an upload ends long after it started. */
  change(part: Partial<Value> | ((now: Value) => Partial<Value>)): void;
  /** Takes over values that another call has changed on the server, without marking the draft as edited. */
  settle(part: Partial<Value>): void;
  forget(): void;
  save(): Promise<boolean>;
}

const nothingRefused = { errors: {}, draft: null };

function memberOf(part: unknown, key: string): unknown {
  const list: readonly unknown[] | null = Array.isArray(part) ? part : null;
  return list === null ? membersOf(part)[key] : list[Number(key)];
}

const valueAt = (whole: unknown, path: string) => path.split('.').reduce(memberOf, whole);

/**
 * Holds the draft of a part of the settings. `send` saves it and returns what the server has stored; `name` is the server's prefix of
 * its field names.
 */
export function useSettingsForm<Value extends object>(
  name: string,
  known: Value,
  send: (draft: Value) => Promise<Value>,
): SettingsForm<Value> {
  const [{ saved, edited }, setState] = useState<{ saved: Value; edited: Value | null }>({
    saved: known,
    edited: null,
  });
  const [refused, setRefused] = useState<{ errors: FieldMessages; draft: Value | null }>(nothingRefused);
  const { isBusy, isDone, failure, act, forget } = useAction(({ fields = {} }) =>
    setRefused({ errors: fields, draft: edited ?? saved }),
  );
  const draft = edited ?? saved;
  const isUnsaved = edited !== null && JSON.stringify(edited) !== JSON.stringify(saved);

  const save = () =>
    act(async () => {
      setRefused(nothingRefused);
      const next = await send(draft);
      // Changes made while saving stay as unsaved ones.
      setState((now) => ({ saved: next, edited: now.edited === edited ? null : now.edited }));
    });

  return {
    draft,
    isUnsaved,
    isBusy,
    save,
    isSaved: isDone,
    fault: failure && (failure.fields ? '' : failure.message),
    error: (path) =>
      Object.is(valueAt(draft, path), valueAt(refused.draft, path)) ? refused.errors[`${name}.${path}`] : undefined,
    change: (part) => {
      setState((now) => {
        const before = now.edited ?? now.saved;
        return { ...now, edited: { ...before, ...(typeof part === 'function' ? part(before) : part) } };
      });
      forget();
    },
    settle: (part) =>
      setState((now) => ({ saved: { ...now.saved, ...part }, edited: now.edited && { ...now.edited, ...part } })),
    forget: () => {
      setState((now) => ({ ...now, edited: null }));
      setRefused(nothingRefused);
      forget();
    },
  };
}
