import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { formMessages } from '#base/text/form-rules.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { CodeStep } from '../codes/code-step.tsx';
import { plainPhone, resendClock } from '../codes/resend-clock.ts';
import { badCredentials } from '../identity-failures.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { PhoneField, usePhoneFaultText } from '../phone-field.tsx';
import { phoneFault } from '../phone-mask.ts';
import { isStaffSession, session, useSession } from '../session.ts';
import type { Route } from './+types/admin-login-screen';
import classes from './admin-login-screen.module.css';
import { loadPhoneMask } from './phone-country.ts';
import { RememberMe } from './remember-me.tsx';
import { usePendingCode, useTypedPhone } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** Login to the admin area: password, then a code (docs/rules.md#codes). Redirects users who may enter. */
export default function AdminLoginScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mayEnter = isStaffSession(useSession());
  const [pending, wait] = usePendingCode('admin');
  const [credentials, setCredentials] = useState({ password: '', rememberMe: false });

  useEffect(() => {
    if (mayEnter) void navigate('/admin/blogers', { replace: true });
  }, [mayEnter, navigate]);

  const askCode = (phone: string) =>
    call('POST Identity/AdminLogin', { body: { phone: plainPhone(phone), ...credentials } });

  async function confirm(phone: string, code: string) {
    const pair = await call('GET Identity/ConfirmCodeAdmin', { query: { phone: plainPhone(phone), code } });
    await session.enter(pair, credentials.rememberMe);
    wait(null);
  }

  return (
    <div className={classes.page}>
      <PageHead title={t`Вход в управление`} noIndex />
      {pending === null ? (
        <AdminCredentials
          mask={phoneMask}
          credentials={credentials}
          onChange={setCredentials}
          onSend={async (phone) => {
            resendClock.note('admin', phone, await askCode(phone));
            wait({ phone, actionId: null });
          }}
        />
      ) : (
        <CodeStep
          title={<Trans>Второй шаг</Trans>}
          kind="admin"
          phone={pending.phone}
          onResend={async () => {
            if (credentials.password !== '') return askCode(pending.phone);
            // After a reload the password, which is never stored, must be entered again.
            wait(null);
            return { resendIn: 0 };
          }}
          onCode={(code) => confirm(pending.phone, code)}
          onBack={() => wait(null)}
        />
      )}
    </div>
  );
}

interface Credentials {
  readonly password: string;
  readonly rememberMe: boolean;
}

interface AdminCredentialsProps {
  readonly mask: string;
  readonly credentials: Credentials;
  readonly onChange: (credentials: Credentials) => void;
  readonly onSend: (phone: string) => Promise<void>;
}

function AdminCredentials({ mask, credentials, onChange, onSend }: AdminCredentialsProps) {
  const { t } = useLingui();
  const [phone, typePhone] = useTypedPhone();
  const phoneFaultText = usePhoneFaultText(mask);
  const [isChecked, setChecked] = useState(false);
  const { isBusy, failure, fields, until, submit, forget } = useAction();
  const { password, rememberMe } = credentials;
  const shape = isChecked ? phoneFault(phone, mask) : null;
  const isRefused = failure?.code === badCredentials.code;
  const passwordError =
    (isChecked && password === '' ? formMessages.required : null) ?? (isRefused ? failure.message : null);

  async function send() {
    setChecked(true);
    if (phoneFault(phone, mask) !== null || password === '') return;
    await submit(() => onSend(phone));
  }

  return (
    <AuthCard
      title={<Trans>Управление</Trans>}
      lead={<Trans>Вход для модераторов и администраторов: пароль, затем код из SMS.</Trans>}
    >
      <AuthForm onSend={send}>
        <PhoneField
          mask={mask}
          text={phone}
          onType={(text) => {
            forget();
            typePhone(text);
          }}
          error={shape ? phoneFaultText(shape) : (fields.phone ?? null)}
          autoComplete="username"
        />
        <PasswordField
          label={t`Пароль`}
          text={password}
          onType={(text) => {
            forget();
            onChange({ ...credentials, password: text });
          }}
          error={passwordError}
        />
        <RememberMe isChosen={rememberMe} onChoose={(chosen) => onChange({ ...credentials, rememberMe: chosen })} />
        <FaultNotice message={isRefused || fields.phone ? null : failure?.message} />
        <SubmitButton isBusy={isBusy} until={until}>
          <Trans>Получить код</Trans>
        </SubmitButton>
      </AuthForm>
    </AuthCard>
  );
}
