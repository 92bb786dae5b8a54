import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { AccessQuestion, readAccess } from '../applications/access-question.tsx';
import type { Route } from './+types/tools-screen';
import { ApplicationsSection } from './applications-section.tsx';
import { withLog } from './delivery-log.tsx';
import { EmbedSection } from './embed-section.tsx';
import { GrantedSection } from './granted-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import classes from './tools-screen.module.css';
import { WebhooksSection } from './webhooks-section.tsx';

async function readTools(signal: AbortSignal) {
  const [tokens, webhooks, { userName }, allowed, granted, applications] = await Promise.all([
    call('GET Integration/Tokens', {}, { signal }),
    call('GET Integration/Webhooks', {}, { signal }).then((all) => Promise.all(all.map((one) => withLog(one, signal)))),
    call('GET PersonalAccount/Get', {}, { signal }),
    call('GET Embed/Sites', {}, { signal }),
    call('GET Integration/Granted', {}, { signal }),
    call('GET Integration/Applications', {}, { signal }),
  ]);
  return { tokens, webhooks, userName, allowed, granted, applications };
}

/** An application sends people here to be asked (`/oauth/authorize`). A screen of its own would be named on every public page. */
export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  if (searchParams.has('ask')) return { access: await readAccess(searchParams, signal), tools: null };
  return { access: null, tools: await readTools(signal) };
}

/** A creator's access tokens for stream tools, applications and webhooks, or what an application asks for. */
export default function ToolsScreen({ loaderData: { access, tools } }: Route.ComponentProps) {
  return access === null ? <Tools {...tools} /> : <AccessQuestion {...access} />;
}

function Tools({ tokens, webhooks, userName, allowed, granted, applications }: Awaited<ReturnType<typeof readTools>>) {
  const { t } = useLingui();
  const host = usePublicUrl();
  return (
    <>
      <PageHead title={t`Инструменты`} noIndex />
      <PageTitle>
        <Trans>Инструменты</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <p className={classes.lead}>
          <Trans>
            Бот в чате, счётчик донатов или игра может узнавать о ваших донатах сама. Подойдёт программа, которая умеет
            DonationAlerts: создайте для неё ключ, вставьте его и укажите адрес {host}.
          </Trans>
        </p>
        <TokensSection tokens={tokens} />
        {granted.length > 0 && <GrantedSection granted={granted} />}
        <EmbedSection userName={userName} allowed={allowed} />
        <Section title={<Trans>Донаты из других сервисов</Trans>} card>
          <p>
            <Trans>Принимали донаты в DonationAlerts, на Boosty или Ko-fi? Перенесите их историю сюда.</Trans>{' '}
            <Link to="/profile/tools/import">
              <Trans>Перенести историю</Trans>
            </Link>
          </p>
        </Section>
        <details className={classes.developers} open={webhooks.length + applications.length > 0}>
          <summary>
            <Trans>Для разработчиков</Trans>
          </summary>
          <div className={classes.sections}>
            <ReadAddresses />
            <ApplicationsSection applications={applications} />
            <WebhooksSection webhooks={webhooks} />
          </div>
        </details>
      </div>
    </>
  );
}

/** The addresses that programs written for DonationAlerts read. */
function ReadAddresses() {
  const host = usePublicUrl();
  return (
    <Section title={<Trans>Чтение донатов</Trans>} card>
      <p>
        <Trans>Адреса и ответы те же, что у DonationAlerts.</Trans>
      </p>
      <Stack as="dl" className={classes.addresses} gap={4}>
        <dt>
          <Trans>О вас</Trans>
        </dt>
        <dd>
          <code>GET {host}/api/v1/user/oauth</code>
        </dd>
        <dt>
          <Trans>Донаты, по 30 на странице</Trans>
        </dt>
        <dd>
          <code>GET {host}/api/v1/alerts/donations?page=1</code>
        </dd>
      </Stack>
      <p>
        <Trans>Ключ передаётся в заголовке:</Trans> <code>Authorization: Bearer opora_…</code>
      </p>
      <p>
        <Trans>Донаты сразу, как у DonationAlerts (Centrifugo):</Trans>{' '}
        <code>{host.replace(/^http/, 'ws')}/connection/websocket</code>
      </p>
      <p>
        <Trans>Донаты сразу, в виде Streamlabs (socket.io, событие event):</Trans> <code>{host}/?token=opora_…</code>
      </p>
      <p>
        <Trans>Все события сразу, с номерами (SSE или WebSocket):</Trans> <code>GET {host}/api/Events/Stream</code>{' '}
        <Link to="/profile/tools/webhooks">
          <Trans>Примеры и рецепты</Trans>
        </Link>
      </p>
    </Section>
  );
}
