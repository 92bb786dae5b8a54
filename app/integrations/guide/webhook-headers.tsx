import { Trans } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import classes from '../tools/tools-screen.module.css';

/** The headers of a message and the steps of its signature. */
export function WebhookHeaders() {
  return (
    <Section title={<Trans>Заголовки и подпись</Trans>}>
      <Stack as="dl" className={classes.addresses} gap={4}>
        <dt>
          <code>webhook-id</code>
        </dt>
        <dd>
          <Trans>Номер сообщения, один при всех попытках. Он же в X-Opora-Delivery.</Trans>
        </dd>
        <dt>
          <code>webhook-timestamp</code>
        </dt>
        <dd>
          <Trans>Время этой попытки в секундах Unix.</Trans>
        </dd>
        <dt>
          <code>webhook-signature</code>
        </dt>
        <dd>
          <Trans>
            <code>v1,</code> и HMAC-SHA256 от «webhook-id.webhook-timestamp.тело» в base64. Ключ подписи: то, что стоит
            после <code>whsec_</code>, раскодированное из base64.
          </Trans>
        </dd>
        <dt>
          <code>X-Opora-Event</code>
        </dt>
        <dd>
          <Trans>Событие, например donation.paid.</Trans>
        </dd>
        <dt>
          <code>X-Opora-Signature</code>
        </dt>
        <dd>
          <Trans>
            <code>t=время,v1=HMAC-SHA256(«время.тело»)</code> в шестнадцатеричном виде; ключ здесь весь секрет целиком.
            Достаточно проверить одну из двух подписей.
          </Trans>
        </dd>
      </Stack>
      <p>
        <Trans>
          Это Standard Webhooks: подпись проверяют библиотеки <code>standardwebhooks</code> и <code>svix</code>. Если в
          старом секрете есть «-» или «_», замените их для библиотек на «+» и «/» и добавьте «=» в конец.
        </Trans>
      </p>
    </Section>
  );
}
