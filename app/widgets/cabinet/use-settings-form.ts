import { useState } from 'react';
import { isCallFailure } from '#base/calls/errors.ts';

/** A part of the widget settings while it is edited. A failure does not discard the draft. */
export interface SettingsForm<Value> {
  readonly draft: Value;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** `saved`, or a failure that belongs to no field. */
  readonly outcome: { readonly fault: string } | 'saved' | null;
  /** The failure of a field by its path within the part: `variants.0.duration`. */
  error(path: string): string | undefined;
  /** Takes changed values, or a function of the draft at that time: an upload ends long after it started. */
  change(part: Partial<Value> | ((now: Value) => Partial<Value>)): void;
  /** Takes over values that another call has changed on the server, without marking the draft as edited. */
  settle(part: Partial<Value>): void;
  forget(): void;
  save(): Promise<boolean>;
}

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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SettingsForm<Value>['outcome']>(null);
  const draft = edited ?? saved;
  const isUnsaved = edited !== null && JSON.stringify(edited) !== JSON.stringify(saved);

  async function save(): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setOutcome(null);
    setErrors({});
    try {
      const next = await send(draft);
      // Changes made while saving stay as unsaved ones.
      setState((now) => ({ saved: next, edited: now.edited === edited ? null : now.edited }));
      setOutcome('saved');
      return true;
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setErrors(error.fields ?? {});
      setOutcome({ fault: error.fields ? '' : error.message });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    ...{ draft, isUnsaved, isBusy, outcome, save },
    error: (path) => errors[`${name}.${path}`],
    change: (part) => {
      setState((now) => {
        const before = now.edited ?? now.saved;
        return { ...now, edited: { ...before, ...(typeof part === 'function' ? part(before) : part) } };
      });
      setOutcome(null);
    },
    settle: (part) =>
      setState((now) => ({ saved: { ...now.saved, ...part }, edited: now.edited && { ...now.edited, ...part } })),
    forget: () => {
      setState((now) => ({ ...now, edited: null }));
      setErrors({});
      setOutcome(null);
    },
  };
}
