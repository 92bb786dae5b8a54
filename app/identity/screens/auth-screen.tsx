import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { formMessages } from '#base/text/form-rules.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import classes from '../auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { plainPhone } from '../codes/resend-clock.ts';
import { badCredentials, phoneNotConfirmed } from '../identity-failures.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { PhoneField, usePhoneFaultText } from '../phone-field.tsx';
import { phoneFault } from '../phone-mask.ts';
import { session } from '../session.ts';
import { useSignInWay } from '../sign-in-way.ts';
import type { Route } from './+types/auth-screen';
import { loadPhoneMask } from './phone-country.ts';
import { RememberMe } from './remember-me.tsx';
import { usePendingCode, useTypedPhone } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** Login by password. The layout redirects logged-in users. */
export default function AuthScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const way = useSignInWay();
  const [phone, typePhone] = useTypedPhone();
  const phoneFaultText = usePhoneFaultText(phoneMask);
  const [registration] = usePendingCode('registration');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { isBusy, failure, fields, until, submit, forget } = useAction();

  const shape = isChecked ? phoneFault(phone, phoneMask) : null;
  const isRefused = failure?.code === badCredentials.code;
  const phoneError = shape ? phoneFaultText(shape) : (fields.phone ?? null);
  const noPassword = isChecked && password === '' ? formMessages.required : null;
  const passwordError = noPassword ?? (isRefused ? failure.message : (fields.password ?? null));

  async function logIn() {
    setChecked(true);
    if (phoneFault(phone, phoneMask) !== null || password === '') return;
    await submit(async () => {
      const body = { phone: plainPhone(phone), password, rememberMe };
      await session.enter(await call('POST Identity/Token', { body }), rememberMe);
    });
  }

  return (
    <AuthCard
      title={<Trans>Вход</Trans>}
      lead={<Trans>С возвращением: авторы и зрители уже здесь.</Trans>}
      after={
        <p>
          <Trans>Впервые здесь?</Trans>
          <Link to={way.to('/registration')}>
            <Trans>Зарегистрироваться</Trans>
          </Link>
        </p>
      }
    >
      <PageHead title={t`Вход`} canonical="/auth" />
      <AuthForm onSend={logIn}>
        <PhoneField
          mask={phoneMask}
          text={phone}
          onType={(text) => {
            forget();
            typePhone(text);
          }}
          error={phoneError}
          autoComplete="username"
        />
        <PasswordField
          label={t`Пароль`}
          text={password}
          onType={(text) => {
            forget();
            setPassword(text);
          }}
          error={passwordError}
        />
        <div className={classes.row}>
          <RememberMe isChosen={rememberMe} onChoose={setRememberMe} />
          <Link to={way.to('/reset')}>
            <Trans>Забыли пароль?</Trans>
          </Link>
        </div>
        <FaultNotice message={isRefused || phoneError || passwordError ? null : failure?.message}>
          {failure?.code === phoneNotConfirmed.code && (
            <Link to={way.to(registration?.phone === phone ? '/registration' : '/identify')}>
              <Trans>Подтвердить номер</Trans>
            </Link>
          )}
        </FaultNotice>
        <SubmitButton isBusy={isBusy} until={until}>
          <Trans>Войти</Trans>
        </SubmitButton>
        <Link to={way.to('/identify')} className={classes.other}>
          <Trans>Войти по коду из SMS</Trans>
        </Link>
      </AuthForm>
    </AuthCard>
  );
}
