import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { CodeStep } from '../codes/code-step.tsx';
import { askForCode, enterByCode } from '../login-code.ts';
import { useSignInWay } from '../sign-in-way.ts';
import type { Route } from './+types/identify-screen';
import { loadPhoneMask } from './phone-country.ts';
import { PhoneStep } from './phone-step.tsx';
import { RememberMe } from './remember-me.tsx';
import { usePendingCode } from './tab-memory.ts';

export function loader({ context }: Route.LoaderArgs) {
  return loadPhoneMask(context);
}

/** Login by code, without a password. It also confirms the phone of an unfinished registration. */
export default function IdentifyScreen({ loaderData: { phoneMask } }: Route.ComponentProps) {
  const { t } = useLingui();
  const way = useSignInWay();
  const [pending, wait] = usePendingCode('login');
  const [rememberMe, setRememberMe] = useState(false);

  async function confirm(phone: string, code: string) {
    await enterByCode({ phone, code, rememberMe });
    wait(null);
  }

  return (
    <>
      <PageHead title={t`Вход по коду`} canonical="/identify" />
      {pending === null ? (
        <PhoneStep
          title={<Trans>Вход по коду</Trans>}
          lead={<Trans>Пришлём код в SMS, пароль не понадобится.</Trans>}
          mask={phoneMask}
          onSent={(phone) => wait({ phone, actionId: null })}
          after={
            <p>
              <Trans>Помните пароль?</Trans>
              <Link to={way.to('/auth')}>
                <Trans>Войти с паролем</Trans>
              </Link>
            </p>
          }
        >
          <RememberMe isChosen={rememberMe} onChoose={setRememberMe} />
        </PhoneStep>
      ) : (
        <CodeStep
          kind="phone"
          phone={pending.phone}
          onResend={() => askForCode(pending.phone)}
          onCode={(code) => confirm(pending.phone, code)}
          onBack={() => wait(null)}
        />
      )}
    </>
  );
}
