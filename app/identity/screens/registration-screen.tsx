import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { formMessages } from '#base/text/form-rules.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import classes from '../auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { CodeStep } from '../codes/code-step.tsx';
import { plainPhone, resendClock } from '../codes/resend-clock.ts';
import { phoneTaken, weakPassword } from '../identity-failures.ts';
import { askForCode, enterByCode } from '../login-code.ts';
import { passwordLengthFault } from '../password-rules.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { PhoneField, usePhoneFaultText } from '../phone-field.tsx';
import { phoneFault } from '../phone-mask.ts';
import { useSignInWay } from '../sign-in-way.ts';
import type { Route } from './+types/registration-screen';
import { loadPhoneMask } from './phone-country.ts';
import { RememberMe } from './remember-me.tsx';
import { type PendingCode, usePendingCode, useTypedPhone } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** Registration: phone and password, then the code, which logs in. */
export default function RegistrationScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [pending, wait] = usePendingCode('registration');
  const [rememberMe, setRememberMe] = useState(false);

  async function confirm({ phone, actionId }: PendingCode, code: string) {
    await enterByCode({ phone, code, rememberMe, actionId });
    wait(null);
  }

  return (
    <>
      <PageHead title={t`Регистрация`} canonical="/registration" />
      {pending === null ? (
        <PhoneAndPassword mask={phoneMask} rememberMe={rememberMe} onRemember={setRememberMe} onSent={wait} />
      ) : (
        <CodeStep
          kind="phone"
          phone={pending.phone}
          onResend={() => askForCode(pending.phone)}
          onCode={(code) => confirm(pending, code)}
          onBack={() => wait(null)}
        />
      )}
    </>
  );
}

interface PhoneAndPasswordProps {
  readonly mask: string;
  readonly rememberMe: boolean;
  readonly onRemember: (isChosen: boolean) => void;
  readonly onSent: (pending: PendingCode) => void;
}

function PhoneAndPassword({ mask, rememberMe, onRemember, onSent }: PhoneAndPasswordProps) {
  const { t } = useLingui();
  const way = useSignInWay();
  const [phone, typePhone] = useTypedPhone();
  const phoneFaultText = usePhoneFaultText(mask);
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, failure, fields, until, submit, forget } = useAction();

  const shape = isChecked ? phoneFault(phone, mask) : null;
  const isTaken = failure?.code === phoneTaken.code;
  const phoneError = shape ? phoneFaultText(shape) : (fields.phone ?? null);
  const ownFault = password === '' ? formMessages.required : passwordLengthFault(password);
  const weak = failure?.code === weakPassword.code ? (fields.password ?? failure.message) : null;
  const passwordError = (isChecked ? ownFault : null) ?? weak;

  async function register() {
    setChecked(true);
    if (phoneFault(phone, mask) !== null || ownFault !== null) return;
    await submit(async () => {
      const sent = await call('POST Identity/Register', {
        body: { phone: plainPhone(phone), password },
      });
      resendClock.note('phone', phone, sent);
      onSent({ phone, actionId: sent.actionId });
    });
  }

  return (
    <AuthCard
      title={<Trans>Регистрация</Trans>}
      lead={<Trans>Своя страница для донатов и мерча за две минуты.</Trans>}
      after={
        <p>
          <Trans>Уже есть аккаунт?</Trans>
          <Link to={way.to('/auth')}>
            <Trans>Войти</Trans>
          </Link>
        </p>
      }
    >
      <AuthForm onSend={register}>
        <PhoneField
          mask={mask}
          text={phone}
          onType={(text) => {
            forget();
            typePhone(text);
          }}
          error={phoneError}
          autoComplete="username"
        />
        {isTaken && (
          <div className={classes.row}>
            <Link to={way.to('/auth')}>
              <Trans>Войти с этим номером</Trans>
            </Link>
            <Link to={way.to('/reset')}>
              <Trans>Восстановить пароль</Trans>
            </Link>
          </div>
        )}
        <PasswordField
          label={t`Придумайте пароль`}
          text={password}
          onType={(text) => {
            forget();
            setPassword(text);
          }}
          error={passwordError}
          isNew
          phone={phone}
        />
        <RememberMe isChosen={rememberMe} onChoose={onRemember} />
        <FaultNotice message={isTaken || weak !== null || fields.phone ? null : failure?.message} />
        <SubmitButton isBusy={isBusy} until={until}>
          <Trans>Получить код</Trans>
        </SubmitButton>
      </AuthForm>
    </AuthCard>
  );
}
