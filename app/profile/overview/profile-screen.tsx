import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { AccountChoice } from '../edit/account-choice.tsx';
import { FieldComment, FieldMark } from '../edit/field-mark.tsx';
import { draftOf, missingSteps, type ProfileStep, profileSteps } from '../edit/profile-draft.ts';
import { useFieldNames } from '../field-names.ts';
import { useOwnSection } from '../own-profile.ts';
import type { Profile } from '../profile.calls.ts';
import { ProfilePreview } from './profile-preview.tsx';
import classes from './profile-screen.module.css';

/** Overview of the own profile: completeness, review, account and preview. */
export default function ProfileOverview() {
  const { t } = useLingui();
  const { profile, currency } = useOwnSection();
  return (
    <>
      <PageHead title={t`Профиль`} noIndex />
      <PageTitle>
        <Trans>Профиль</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <Completeness profile={profile} />
        <Review profile={profile} />
        <div className={classes.columns}>
          <section className={classes.section}>
            <h2>
              <Trans>Ваша страница</Trans>
            </h2>
            <ProfilePreview draft={draftOf(profile)} />
            <LinkButton to={`/${profile.userName}`} look="quiet">
              <Trans>Открыть, как видят другие</Trans>
            </LinkButton>
          </section>
          <AccountChoice profile={profile} currency={currency} />
        </div>
      </div>
    </>
  );
}

function Completeness({ profile }: { readonly profile: Profile }) {
  const { t } = useLingui();
  const missing = missingSteps(profile);
  const done = profileSteps.length - missing.length;
  const percent = Math.round((done / profileSteps.length) * 100);
  const words: Readonly<Record<ProfileStep, string>> = {
    avatar: t`Добавьте аватар: лицо узнают быстрее имени`,
    name: t`Напишите, как вас зовут`,
    types: t`Выберите, чем вы занимаетесь: без этого вас нет в списке авторов`,
    about: t`Расскажите о себе в паре фраз`,
    banner: t`Поставьте баннер`,
    links: t`Добавьте ссылки на свои страницы`,
  };
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Страница заполнена на {percent} %</Trans>
      </h2>
      <progress
        className={classes.meter}
        value={done}
        max={profileSteps.length}
        aria-label={t`Заполненность страницы`}
      />
      {missing.length > 0 && (
        <ul className={classes.list}>
          {missing.map((step) => (
            <li key={step}>
              <Link to="/profile/edit">{words[step]}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Review({ profile }: { readonly profile: Profile }) {
  const names = useFieldNames();
  const waiting = profile.fields.filter(({ state }) => state === 'Awaiting');
  const rejected = profile.fields.filter(({ state }) => state === 'Reject');
  if (waiting.length + rejected.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Проверка</Trans>
      </h2>
      {waiting.length > 0 && (
        <p>
          <Plural
            value={waiting.length}
            one="Модератор смотрит # изменение. Пока все видят прежнее."
            few="Модератор смотрит # изменения. Пока все видят прежние."
            many="Модератор смотрит # изменений. Пока все видят прежние."
            other="Модератор смотрит # изменения. Пока все видят прежние."
          />
        </p>
      )}
      <ul className={classes.list}>
        {[...rejected, ...waiting].map(({ name, state, comment }) => (
          <li key={name}>
            <Link to="/profile/edit">{names[name]}</Link>
            <FieldMark mark={state} />
            {comment !== null && <FieldComment comment={comment} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
