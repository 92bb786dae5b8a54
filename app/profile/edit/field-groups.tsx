import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mostCreatorTypes } from '#app/creators/creator-types.ts';
import type { PublishedField } from '#app/creators/published-fields.ts';
import { useAllTypes } from '#app/creators/type-names.tsx';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { shownAddress } from '#base/text/shown-address.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { FieldComment, FieldMark } from '../field-mark.tsx';
import { longestAbout } from '../field-rules.ts';
import type { Profile } from '../profile.calls.ts';
import { markOf, typesIn, valueIn } from '../profile-draft.ts';
import classes from './profile-edit-screen.module.css';
import type { ProfileForm } from './use-profile-form.ts';
import type { UserNameState } from './use-user-name-check.ts';

interface SectionProps {
  readonly profile: Profile;
  readonly form: ProfileForm;
}

/** The comment of a moderator on a rejected field. */
export function commentOn(profile: Profile, name: PublishedField): string | null {
  return profile.fields.find((field) => field.name === name)?.comment ?? null;
}

/** A label with the mark of its field. */
export function MarkedLabel({
  children,
  profile,
  form,
  name,
}: SectionProps & { children: ReactNode; name: PublishedField }) {
  return (
    <span className={classes.label}>
      {children} <FieldMark mark={markOf(profile, form.draft, name)} />
    </span>
  );
}

/** Shows the comment below a field while its rejected value is unchanged. */
export function RejectedComment({ profile, form, name }: SectionProps & { name: PublishedField }) {
  const comment = commentOn(profile, name);
  return comment !== null && markOf(profile, form.draft, name) === 'Reject' ? <FieldComment comment={comment} /> : null;
}

/** Names and the address of the page; public as soon as they are saved. */
export function NamesSection({
  form,
  userName,
  onUserName,
}: Pick<SectionProps, 'form'> & { userName: UserNameState; onUserName: (text: string) => void }) {
  const { t } = useLingui();
  const { draft, errors, setText, setField } = form;
  const address = `${shownAddress(usePublicUrl())}/${draft.userName}`;
  const problem = errors.userName ?? (typeof userName === 'object' ? userName.problem : undefined);
  const hints = {
    own: t`Адрес вашей страницы: ${address}`,
    checking: t`Проверяем…`,
    free: t`Свободно`,
    unknown: t`Не получилось проверить, попробуем при сохранении`,
  };
  return (
    <fieldset className={classes.section}>
      <legend>
        <Trans>Имя</Trans>
      </legend>
      <Field
        label={t`Имя пользователя`}
        name="userName"
        value={draft.userName}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        error={problem}
        hint={typeof userName === 'object' ? null : hints[userName]}
        mark={
          userName === 'checking' ? (
            <IconLoader2 size={20} stroke={1.75} aria-hidden />
          ) : userName === 'free' ? (
            <IconCheck size={20} stroke={1.75} color="var(--success-text)" aria-hidden />
          ) : null
        }
        onChange={(event) => onUserName(event.currentTarget.value.toLowerCase())}
      />
      <Stack className={classes.pair} gap={16}>
        {(
          [
            ['givenName', t`Имя`, 'given-name'],
            ['surName', t`Фамилия`, 'family-name'],
            ['patronymic', t`Отчество`, 'additional-name'],
          ] as const
        ).map(([name, label, autoComplete]) => (
          <Field
            key={name}
            label={label}
            name={name}
            autoComplete={autoComplete}
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => setText(name, event.currentTarget.value)}
          />
        ))}
      </Stack>
      <Toggle
        checked={valueIn(draft, 'HideFullName') === 'true'}
        onChange={(event) => setField('HideFullName', String(event.currentTarget.checked))}
      >
        <Trans>Скрыть имя и фамилию: видно будет только имя пользователя</Trans>
      </Toggle>
    </fieldset>
  );
}

/** The types of the creator: one to five of the thirteen. */
export function TypesSection({ profile, form }: SectionProps) {
  const { t } = useLingui();
  const all = useAllTypes();
  const chosen = typesIn(valueIn(form.draft, 'UserType'));
  const isAwaiting = markOf(profile, form.draft, 'UserType') === 'Awaiting';
  const isFull = chosen.length >= mostCreatorTypes;
  const choose = (ids: number[]) => form.setField('UserType', ids.length === 0 ? '' : JSON.stringify(ids));
  return (
    <fieldset className={classes.section} aria-invalid={form.errors.UserType !== undefined || undefined}>
      <legend>
        <MarkedLabel profile={profile} form={form} name="UserType">
          <Trans>Чем вы занимаетесь</Trans>
        </MarkedLabel>
      </legend>
      <Text className={classes.lead} size={14} dim>
        <Trans>До {mostCreatorTypes} типов. С подтверждённым типом вас видно в списке авторов.</Trans>
      </Text>
      <Row gap={8}>
        {all.map(({ id, name }) => (
          <label key={id} className={classes.type}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={isAwaiting || (isFull && !chosen.includes(id))}
              onChange={(event) =>
                choose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {name}
          </label>
        ))}
      </Row>
      <FaultLine>{form.errors.UserType && t`Чем вы занимаетесь: ${form.errors.UserType}`}</FaultLine>
      <RejectedComment profile={profile} form={form} name="UserType" />
    </fieldset>
  );
}

/** A few words about the creator, with a counter. */
export function AboutSection({ profile, form }: SectionProps) {
  const text = valueIn(form.draft, 'About');
  const length = [...text].length;
  return (
    <div className={classes.reviewed}>
      <TextField
        label={
          <MarkedLabel profile={profile} form={form} name="About">
            <Trans>О себе</Trans>
          </MarkedLabel>
        }
        name="About"
        value={text}
        readOnly={markOf(profile, form.draft, 'About') === 'Awaiting'}
        error={form.errors.About}
        counter={`${String(length)} / ${String(longestAbout)}`}
        onChange={(event) => form.setField('About', event.currentTarget.value)}
      />
      <RejectedComment profile={profile} form={form} name="About" />
    </div>
  );
}
