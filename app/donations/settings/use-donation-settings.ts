import { useState } from 'react';
import { call } from '#app/call.ts';
import { type FieldMessages, failures } from '#base/calls/errors.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import {
  bodyOf,
  faultsAt,
  type ReadSettings,
  type SettingsDraft,
  type SettingsField,
  savedDraft,
  settingsDraftOf,
} from './settings-draft.ts';
import { settingsChanged } from './settings-failures.ts';

/** The settings form of donations. */
export interface SettingsForm {
  readonly draft: SettingsDraft;
  readonly errors: FieldMessages;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  readonly fault: string | null;
  /** Another admin has saved meanwhile. */
  readonly isStale: boolean;
  readonly isUnsaved: boolean;
  /** Increases when all changes are discarded, to reset fields with a text of their own. */
  readonly turn: number;
  set<Name extends SettingsField>(name: Name, value: SettingsDraft[Name]): void;
  save(): Promise<void>;
  forget(): void;
  /** Loads what another admin has saved and discards the draft. */
  reload(): void;
}

/** A list is changed with all its fields. */
const withoutFaultOf = (name: SettingsField, errors: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => path.split('.')[0] !== name));

/** Holds the draft until it is saved; a failure does not discard it. */
export function useSettingsForm(settings: ReadSettings, revalidate: () => Promise<void>): SettingsForm {
  const [known, setKnown] = useState(settings);
  const [draft, setDraft] = useState(() => settingsDraftOf(settings));
  const [errors, setErrors] = useState<FieldMessages>({});
  const [sent, setSent] = useState<SettingsDraft | null>(null);
  const [turn, setTurn] = useState(0);
  const { isBusy, isDone, failure, act, forget } = useAction(({ fields = {} }) => setErrors(faultsAt(draft, fields)));

  const start = (from: ReadSettings) => {
    setDraft(settingsDraftOf(from));
    setTurn(turn + 1);
    setErrors({});
  };
  if (settings.version !== known.version) {
    setKnown(settings);
    // Changes made while saving stay as unsaved ones.
    if (sent === null || sent === draft) start(settings);
    setSent(null);
    if (!isDone) forget();
  }

  const save = async () => {
    const isSaved = await act(async () => {
      const { body, faults } = bodyOf(draft, settings.version);
      const isFaulty = Object.keys(faults).length > 0;
      if (isFaulty) throw failures.validationFailed({ message: 'Проверьте отмеченные поля', fields: faults });
      setErrors({});
      await call('PUT Donate/Settings', { body });
    });
    if (!isSaved) return;
    const kept = savedDraft(draft);
    setDraft((now) => (now === draft ? kept : now));
    setSent(kept);
    await revalidate();
  };

  return {
    draft,
    errors,
    isBusy,
    isSaved: isDone,
    fault: failure?.message ?? null,
    isStale: settingsChanged.is(failure),
    isUnsaved: JSON.stringify(draft) !== JSON.stringify(settingsDraftOf(known)) && !isDone,
    turn,
    set: (name, value) => {
      setDraft((before) => ({ ...before, [name]: value }));
      setErrors((before) => withoutFaultOf(name, before));
      forget();
    },
    save,
    forget: () => {
      start(known);
      forget();
    },
    reload: () => void revalidate(),
  };
}
