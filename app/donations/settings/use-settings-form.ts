import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { settingsChanged } from '../donation-failures.ts';
import { bodyOf, draftOf, type ReadSettings, type SettingsDraft, type SettingsField } from './settings-draft.ts';

type Outcome = 'idle' | 'busy' | 'saved' | { readonly fault: string; readonly isStale: boolean };

/** The settings form of donations. */
export interface SettingsForm {
  readonly draft: SettingsDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
  readonly isUnsaved: boolean;
  /** Increases when all changes are discarded, to reset fields with a text of their own. */
  readonly turn: number;
  set<Name extends SettingsField>(name: Name, value: SettingsDraft[Name]): void;
  save(): Promise<void>;
  forget(): void;
  /** Loads what another admin has saved and discards the draft. */
  reload(): void;
}

/** Holds the draft until it is saved; a failure does not discard it. */
export function useSettingsForm(settings: ReadSettings, revalidate: () => Promise<void>): SettingsForm {
  const [known, setKnown] = useState(settings);
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [sent, setSent] = useState<SettingsDraft | null>(null);
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const [turn, setTurn] = useState(0);

  const start = (from: ReadSettings) => {
    setDraft(draftOf(from));
    setTurn(turn + 1);
    setErrors({});
  };
  if (settings.version !== known.version) {
    setKnown(settings);
    // Changes made while saving stay as unsaved ones.
    if (sent === null || sent === draft) start(settings);
    setSent(null);
    if (outcome !== 'saved') setOutcome('idle');
  }

  const refuse = (fields: Readonly<Record<string, string>>, message: string, isStale = false) => {
    setSent(null);
    setErrors(fields);
    setOutcome({ fault: message, isStale });
  };

  const save = async () => {
    const { body, empty } = bodyOf(draft, settings.version);
    if (empty.length > 0) {
      refuse(Object.fromEntries(empty.map((name) => [name, formMessages.required])), 'Проверьте отмеченные поля');
      return;
    }
    setOutcome('busy');
    setSent(draft);
    setErrors({});
    try {
      await call('PUT Donate/Settings', { body });
      setOutcome('saved');
      await revalidate();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      refuse(error.fields ?? {}, error.message, settingsChanged.is(error));
    }
  };

  return {
    draft,
    errors,
    outcome,
    isUnsaved: JSON.stringify(draft) !== JSON.stringify(draftOf(known)) && outcome !== 'saved',
    turn,
    set: (name, value) => {
      setDraft((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
      setOutcome('idle');
    },
    save,
    forget: () => {
      start(known);
      setOutcome('idle');
    },
    reload: () => void revalidate(),
  };
}
