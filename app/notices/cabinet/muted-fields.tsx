import { Trans, useLingui } from '@lingui/react/macro';
import { CheckList } from '#base/ui/fields/check-list.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { type MutedHours, usualMuted } from '../muted-hours.ts';
import classes from './notices-screen.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

interface MutedFieldsProps {
  /** Null: it always rings. */
  readonly muted: MutedHours | null;
  readonly onChange: (muted: MutedHours | null) => void;
}

/** In which hours messages come without a sound. */
export function MutedFields({ muted, onChange }: MutedFieldsProps) {
  const { t } = useLingui();
  const optionsBut = (other: number) =>
    hours
      .filter((hour) => hour !== other)
      .map((hour) => (
        <option key={hour} value={hour}>
          {hourText(hour)}
        </option>
      ));
  return (
    <Stack gap={8}>
      <CheckList
        title={<Trans>Звук</Trans>}
        all={['muted']}
        names={{ muted: t`В эти часы без звука` }}
        chosen={muted === null ? [] : ['muted']}
        onChange={({ length }) => onChange(length === 0 ? null : usualMuted)}
      />
      {muted !== null && (
        <>
          <Row className={classes.hours} gap={12}>
            <SelectField
              label={<Trans>С</Trans>}
              value={muted.from}
              onChange={({ currentTarget: { value } }) => onChange({ ...muted, from: Number(value) })}
            >
              {optionsBut(muted.until)}
            </SelectField>
            <SelectField
              label={<Trans>До</Trans>}
              value={muted.until}
              onChange={({ currentTarget: { value } }) => onChange({ ...muted, until: Number(value) })}
            >
              {optionsBut(muted.from)}
            </SelectField>
          </Row>
          <Text size={14} dim>
            <Trans>Сообщения приходят сразу, но телефон молчит. Так приходят и те, что о виджете.</Trans>
          </Text>
        </>
      )}
    </Stack>
  );
}
