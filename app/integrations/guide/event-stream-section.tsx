import { Trans } from '@lingui/react/macro';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { CodeSample } from '../tools/code-sample.tsx';
import classes from '../tools/tools-screen.module.css';
import { socketSample, sourceSample, toolBridge } from './event-stream-samples.ts';

/** The stream of events; `docs/event-stream.md` is the same in English, with all details. */
export function EventStreamSection() {
  const host = usePublicUrl();
  const own = (sample: string) =>
    sample.replace('https://example.org', host).replace('wss://example.org', host.replace('http', 'ws'));
  return (
    <Section title={<Trans>Поток событий</Trans>}>
      <p>
        <Trans>
          Боту и оверлею не нужен свой сервер: они подключаются к нам и получают те же события, что вебхуки, по порядку
          и без потерь, а ещё цель. Нужен ключ с правом «Все события сразу».
        </Trans>
      </p>
      <Stack as="dl" className={classes.addresses} gap={4}>
        <dt>
          <Trans>События сервера (SSE)</Trans>
        </dt>
        <dd>
          <code>GET {host}/api/Events/Stream?token=opora_…</code>
        </dd>
        <dt>WebSocket</dt>
        <dd>
          <code>{host.replace('http', 'ws')}/api/Events/Socket?token=opora_…</code>
        </dd>
      </Stack>
      <Stack as="ul" className={classes.points} gap={10}>
        <li>
          <Trans>
            У каждого события есть номер. Если связь прервалась, назовите последний в <code>Last-Event-ID</code> или{' '}
            <code>after</code>: придёт всё, что было после него, за последние 7 дней.
          </Trans>
        </li>
        <li>
          <Trans>
            Событие <code>goal</code> без номера: цель и сколько на неё собрано, при подключении и при каждом изменении.
          </Trans>
        </li>
        <li>
          <Trans>
            Streamer.bot подключается сам: Servers/Clients, WebSocket Clients, адрес WebSocket с ключом. Firebot и Mix
            It Up узнают о донатах через скрипт ниже.
          </Trans>
        </li>
      </Stack>
      <CodeSample title="EventSource" code={own(sourceSample)} />
      <CodeSample title="WebSocket" code={own(socketSample)} />
      <CodeSample title="Firebot, Mix It Up" code={toolBridge} />
    </Section>
  );
}
