import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { jointLimits } from '../joint-rules.ts';
import type { OwnJoint } from '../joint-shapes.ts';
import classes from './joints-screen.module.css';

const offeredHours = [1, 2, 3, 4, 6, 8, 12, 18, 24] as const;

interface StartJointProps {
  readonly joint: OwnJoint;
  readonly isBusy: boolean;
  readonly onStart: (hours: number) => void;
}

/** The start of a planned stream for its host; what it waits for as long as not all have agreed. */
export function StartJoint({ joint: { members }, isBusy, onStart }: StartJointProps) {
  const { t } = useLingui();
  const [hours, setHours] = useState<number>(jointLimits.hours.usual);
  const hasDeclined = members.some(({ answer }) => answer === 'Declined');
  if (hasDeclined) {
    return (
      <p className={classes.quiet}>
        <Trans>Кто-то отказался. Измените состав или доли, и приглашение уйдёт заново.</Trans>
      </p>
    );
  }
  if (members.some(({ answer }) => answer !== 'Agreed')) {
    return (
      <p className={classes.quiet}>
        <Trans>Начать можно, когда согласятся все. Приглашение каждый видит у себя в разделе «Стрим вместе».</Trans>
      </p>
    );
  }
  return (
    <div className={classes.start}>
      <SelectField
        label={t`На сколько`}
        name="hours"
        value={hours}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
      >
        {offeredHours.map((count) => (
          <option key={count} value={count}>
            <Plural value={count} one="# час" few="# часа" many="# часов" other="# часа" />
          </option>
        ))}
      </SelectField>
      <ActionButton className={watched.act} disabled={isBusy} onClick={() => onStart(hours)}>
        <Trans>Начать делить донаты</Trans>
      </ActionButton>
    </div>
  );
}
