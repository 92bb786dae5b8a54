import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Ikat } from '#app/images/ikat.tsx';
import { ikatPatterns } from '#app/images/ikat-pattern.ts';
import { useBrand } from '#base/pages/brand.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { ColourField } from '#base/ui/fields/colour-field.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { accentStyle, ownAccent } from '#base/ui/theme/accent.ts';
import { longestThanks } from '../field-rules.ts';
import type { Profile } from '../profile.calls.ts';
import { markOf, valueIn } from '../profile-draft.ts';
import { MarkedLabel, RejectedComment } from './field-groups.tsx';
import classes from './look-section.module.css';
import sections from './profile-edit-screen.module.css';
import type { ProfileForm } from './use-profile-form.ts';

interface LookSectionProps {
  readonly profile: Profile;
  readonly form: ProfileForm;
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Choice({ name, label, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} aria-label={label} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

function AccentChoice({ form }: Pick<LookSectionProps, 'form'>) {
  const { t } = useLingui();
  const siteAccent = useBrand().accent || ownAccent;
  const accent = valueIn(form.draft, 'Accent');
  const choose = (colour: string) => form.setField('Accent', colour);
  const suggested = [
    { colour: '', shown: siteAccent, label: t`Как на всём сайте` },
    { colour: '#e0632b', label: t`Терракота` },
    { colour: '#b98200', label: t`Шафран` },
    { colour: '#22804f', label: t`Зелень` },
    { colour: '#0f7f8c', label: t`Бирюза` },
    { colour: '#2f6fd6', label: t`Синева` },
    { colour: '#7a4bd0', label: t`Ирис` },
    { colour: '#c23a92', label: t`Фуксия` },
  ];
  return (
    <Row className={classes.choices} gap={10} align="center" role="radiogroup" aria-label={t`Цвет страницы`}>
      {suggested.map(({ colour, shown = colour, label }) => (
        <Choice key={label} name="accent" label={label} isChosen={accent === colour} onChoose={() => choose(colour)}>
          <span className={classes.colour} style={{ background: shown }} />
        </Choice>
      ))}
      <ColourField label={<Trans>Свой цвет</Trans>} value={accent || siteAccent} onChange={choose} />
      <span className={classes.sample} style={accentStyle(accent || null)}>
        <Trans>Поддержать</Trans>
      </span>
    </Row>
  );
}

const patterns = ['', ...Array.from({ length: ikatPatterns }, (_, at) => String(at + 1))];

function PatternChoice({ profile, form }: LookSectionProps) {
  const { t } = useLingui();
  const chosen = valueIn(form.draft, 'Pattern');
  return (
    <Row className={classes.choices} gap={10} align="center" role="radiogroup" aria-label={t`Узор страницы`}>
      {patterns.map((pattern) => (
        <Choice
          key={pattern}
          name="pattern"
          label={pattern === '' ? t`Узор вашего имени` : t`Узор ${pattern}`}
          isChosen={chosen === pattern}
          onChoose={() => form.setField('Pattern', pattern)}
        >
          <Ikat
            className={classes.pattern ?? ''}
            userName={profile.userName}
            pattern={pattern === '' ? null : Number(pattern)}
            width={176}
            height={112}
          />
        </Choice>
      ))}
    </Row>
  );
}

function VideoField({ profile, form }: LookSectionProps) {
  return (
    <div className={sections.reviewed}>
      <Field
        label={
          <MarkedLabel profile={profile} form={form} name="Video">
            <Trans>Видео на странице</Trans>
          </MarkedLabel>
        }
        name="Video"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://www.youtube.com/watch?v=…"
        value={valueIn(form.draft, 'Video')}
        readOnly={markOf(profile, form.draft, 'Video') === 'Awaiting'}
        error={form.errors.Video}
        onChange={(event) => form.setField('Video', event.currentTarget.value)}
      />
      <RejectedComment profile={profile} form={form} name="Video" />
    </div>
  );
}

/** What makes the page the creator's own: its colour and pattern, what donors read after they have paid, and a video. */
export function LookSection({ profile, form }: LookSectionProps) {
  const { t } = useLingui();
  const thanks = valueIn(form.draft, 'ThanksText');
  const length = [...thanks].length;
  return (
    <fieldset className={sections.section}>
      <legend>
        <Trans>Оформление</Trans>
      </legend>
      <AccentChoice form={form} />
      <FaultLine>{form.errors.Accent}</FaultLine>
      <PatternChoice profile={profile} form={form} />
      <Text className={sections.lead} size={14} dim>
        <Trans>Узор виден на странице вместо баннера.</Trans>
      </Text>
      <div className={sections.reviewed}>
        <TextField
          label={
            <MarkedLabel profile={profile} form={form} name="ThanksText">
              <Trans>Слова благодарности</Trans>
            </MarkedLabel>
          }
          name="ThanksText"
          value={thanks}
          readOnly={markOf(profile, form.draft, 'ThanksText') === 'Awaiting'}
          hint={t`Их увидит каждый, кто вас поддержал`}
          error={form.errors.ThanksText}
          counter={`${String(length)} / ${String(longestThanks)}`}
          onChange={(event) => form.setField('ThanksText', event.currentTarget.value)}
        />
        <RejectedComment profile={profile} form={form} name="ThanksText" />
      </div>
      <VideoField profile={profile} form={form} />
      <Toggle
        checked={valueIn(form.draft, 'HideLive') === 'true'}
        onChange={(event) => form.setField('HideLive', String(event.currentTarget.checked))}
      >
        <Trans>Не показывать на странице, что я сейчас на стриме</Trans>
      </Toggle>
    </fieldset>
  );
}
