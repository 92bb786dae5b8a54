import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../call.ts';
import { PageHead } from '../document/page-head.public.tsx';
import type { Route } from './+types/reset-screen';
import { CodeStep } from './code-step.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { loadPhoneMask } from './phone-country.ts';
import { formatPhone } from './phone-mask.ts';
import { PhoneStep } from './phone-step.tsx';
import { plainPhone } from './resend-clock.ts';
import { useSession } from './session.ts';
import { useSignInWay } from './sign-in-way.ts';
import { usePendingCode, useTypedPhone } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** A new password: phone, code, password; then logged in with it. Open to those who are logged in too: it is how they change theirs. */
export default function ResetScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const way = useSignInWay();
  const [pending, wait] = usePendingCode('reset');
  const [told, setTold] = useState<string | null>(null);
  useOwnPhone(phoneMask);

  async function confirm(phone: string, code: string) {
    const { actionId } = await call('GET Identity/ConfirmCode', { query: { phone: plainPhone(phone), code } });
    wait({ phone, actionId });
  }

  return (
    <>
      <PageHead title={t`Новый пароль`} canonical="/reset" />
      {pending === null && (
        <PhoneStep
          title={<Trans>Новый пароль</Trans>}
          lead={<Trans>Подтвердите номер кодом из SMS и придумайте новый пароль.</Trans>}
          mask={phoneMask}
          told={told}
          onSent={(phone) => {
            setTold(null);
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
          title={<Trans>Код из SMS</Trans>}
          kind="phone"
          phone={pending.phone}
          onResend={() => call('GET Sms/SendComfirmCode', { query: { phone: plainPhone(pending.phone) } })}
          onCode={(code) => confirm(pending.phone, code)}
          onBack={() => wait(null)}
        />
      )}
      {pending !== null && pending.actionId !== null && (
        <NewPasswordStep
          phone={pending.phone}
          actionId={pending.actionId}
          onOver={(message) => {
            setTold(message);
            wait(null);
          }}
          onChanged={() => {
            way.goOn();
            wait(null);
          }}
        />
      )}
    </>
  );
}

/** Whoever is logged in need not type his phone. */
function useOwnPhone(mask: string): void {
  const state = useSession();
  const [typed, type] = useTypedPhone();
  const own = state.status === 'user' ? formatPhone(state.user.phone, mask) : '';
  // Offered once, when it becomes known: the person may erase it.
  const [offered, setOffered] = useState('');
  useEffect(() => {
    if (own === offered) return;
    setOffered(own);
    if (typed === '') type(own);
  }, [own, offered, typed, type]);
}
