import { Trans } from '@lingui/react/macro';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Section } from '#base/ui/panel/section.tsx';

/** The address that opens the creator's page inside Telegram. */
export function PageInTelegram({ address }: { readonly address: string }) {
  return (
    <Section title={<Trans>Ваша страница в Telegram</Trans>} card>
      <p>
        <Trans>По этой ссылке зрители открывают вашу страницу и поддерживают вас, не выходя из Telegram.</Trans>
      </p>
      <Stack gap={8}>
        <code>{address}</code>
        <CopyButton text={address}>
          <Trans>Скопировать ссылку</Trans>
        </CopyButton>
      </Stack>
    </Section>
  );
}
