import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { CodeStep } from '../codes/code-step.tsx';
import { plainPhone } from '../codes/resend-clock.ts';
import { RevokedStep, type RevokedTools } from '../connected-tools.tsx';
import { askForCode } from '../login-code.ts';
import { NewPasswordStep } from '../passwords/new-password-step.tsx';
import { formatPhone } from '../phone-mask.ts';
import { useSession } from '../session.ts';
import { useSignInWay } from '../sign-in-way.ts';
import type { Route } from './+types/reset-screen';
import { loadPhoneMask } from './phone-country.ts';
import { PhoneStep } from './phone-step.tsx';
import { usePendingCode, useTypedPhone } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** Password reset: phone, code, new password; then logged in. Logged-in users change their password here, too. */
export default function ResetScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const way = useSignInWay();
  const [pending, wait] = usePendingCode('reset');
  const [notice, setNotice] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<RevokedTools | null>(null);
  useOwnPhone(phoneMask);

  async function confirm(phone: string, code: string) {
    const { actionId, hasTools } = await call('GET Identity/ConfirmCode', {
      query: { phone: plainPhone(phone), code },
    });
    wait({ phone, actionId, ...(hasTools && { hasTools }) });
  }

  return (
    <>
      <PageHead title={t`Новый пароль`} canonical="/reset" />
      {revoked !== null && <RevokedStep revoked={revoked} onGoOn={way.goOn} />}
      {pending === null && revoked === null && (
        <PhoneStep
          title={<Trans>Новый пароль</Trans>}
          lead={<Trans>Подтвердите номер кодом из SMS и придумайте новый пароль.</Trans>}
          mask={phoneMask}
          notice={notice}
          onSent={(phone) => {
            setNotice(null);
            wait({ phone, actionId: null });
          }}
          after={
            <p>
              <Trans>Вспомнили пароль?</Trans>
              <Link to={way.to('/auth')}>
                <Trans>Войти</Trans>
              </Link>
            </p>
          }
        />
      )}
      {pending !== null && pending.actionId === null && (
        <CodeStep
          kind="phone"
          phone={pending.phone}
          onResend={() => askForCode(pending.phone)}
          onCode={(code) => confirm(pending.phone, code)}
          onBack={() => wait(null)}
        />
      )}
      {pending !== null && pending.actionId !== null && (
        <NewPasswordStep
          phone={pending.phone}
          actionId={pending.actionId}
          hasTools={pending.hasTools ?? false}
          onOver={(message) => {
            setNotice(message);
            wait(null);
          }}
          onChanged={(ended) => {
            if (ended === null) way.goOn();
            else setRevoked(ended);
            wait(null);
          }}
        />
      )}
    </>
  );
}

/** Fills in the phone of a logged-in user. */
function useOwnPhone(mask: string): void {
  const state = useSession();
  const [typed, type] = useTypedPhone();
  const own = state.status === 'user' ? formatPhone(state.user.phone, mask) : '';
  // Filled in once, when it becomes known: the user may delete it.
  const [offered, setOffered] = useState('');
  useEffect(() => {
    if (own === offered) return;
    setOffered(own);
    if (typed === '') type(own);
  }, [own, offered, typed, type]);
}
