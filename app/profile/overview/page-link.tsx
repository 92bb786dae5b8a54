import { Trans } from '@lingui/react/macro';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { shownAddress } from '#base/text/shown-address.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { QrCode } from '#base/ui/share/qr-code.tsx';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import classes from './page-link.module.css';

interface PageLinkProps {
  readonly userName: string;
  readonly name: string;
}

/** The address of the page to copy, to share and to scan. */
export function PageLink({ userName, name }: PageLinkProps) {
  const address = `${usePublicUrl()}/${userName}`;
  return (
    <Row gap={16} align="center">
      <QrCode text={address} className={classes.code} />
      <Stack className={classes.ways} gap={4} justify="start" shrinks>
        <code>{shownAddress(address)}</code>
        <CopyButton text={address}>
          <Trans>Скопировать ссылку</Trans>
        </CopyButton>
        <ShareButton title={name} path={`/${userName}`} />
      </Stack>
    </Row>
  );
}
