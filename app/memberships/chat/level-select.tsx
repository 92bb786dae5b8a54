import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import type { AskedLevel } from './own-chat.ts';

interface LevelSelectProps {
  readonly levels: readonly AskedLevel[];
  /** Null: all members. */
  readonly levelId: string | null;
  readonly error?: string | undefined;
  onChange(levelId: string | null): void;
}

/** From which level on members may come in. */
export function LevelSelect({ levels, levelId, error, onChange }: LevelSelectProps) {
  const { t } = useLingui();
  const isGone = levelId !== null && !levels.some(({ id }) => id === levelId);
  return (
    <SelectField
      label={t`Кого впускать`}
      value={levelId ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
    >
      <option value="">{t`Все подписчики`}</option>
      {levels.map(({ id, name }) => (
        <option key={id} value={id}>
          {t`Уровень «${name}» и дороже`}
        </option>
      ))}
      {isGone && <option value={levelId}>{t`Уровень, которого больше нет, и дороже`}</option>}
    </SelectField>
  );
}
