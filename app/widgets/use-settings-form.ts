import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';

/** A part of the widgets' settings while it is edited: what was typed outlives every failure. */
export interface SettingsForm<Value> {
  readonly draft: Value;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** `saved`, or what went wrong and belongs to no field. */
  readonly outcome: { readonly fault: string } | 'saved' | null;
  /** What is wrong with a field, by its path within the part: `variants.0.duration`. */
  error(path: string): string | undefined;
  /** A part, or how to make one of what stands there by then: an upload ends long after it began. */
  change(part: Partial<Value> | ((now: Value) => Partial<Value>)): void;
  /** What the server has changed by another call: it is no edit. */
  settle(part: Partial<Value>): void;
  forget(): void;
  save(): Promise<boolean>;
}

/**
 * Holds a part of the settings. `send` saves it and answers how the server has it now; `name` is what the server puts before
 * the names of its fields.
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
      // Typed while it was on its way: that stays, unsaved.
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
