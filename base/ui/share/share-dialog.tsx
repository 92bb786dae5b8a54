import { Trans, useLingui } from '@lingui/react/macro';
import { IconBrandFacebook, IconBrandTelegram, IconBrandWhatsapp, IconBrandX, IconShare3 } from '@tabler/icons-react';
import { shownAddress } from '#base/text/shown-address.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { frameCode, wholeFrameHeight } from './embed-code.ts';
import { QrCode } from './qr-code.tsx';
import { pageWith, telegramShare } from './share-address.ts';
import classes from './share-dialog.module.css';

/** What is shared. */
export interface Shared {
  readonly title: string;
  /** Path and query of its page. */
  readonly path: string;
  /** Path of what shows it in a frame on another site; absent: it cannot be shown there. */
  readonly framePath?: string;
}

/** Where an address can be shared, and the page there that asks what to write to it. */
const networks = [
  { name: 'Telegram', Icon: IconBrandTelegram, pageOf: telegramShare },
  {
    name: 'WhatsApp',
    Icon: IconBrandWhatsapp,
    pageOf: (url: string, title: string) => pageWith('https://wa.me/', { text: `${title} ${url}` }),
  },
  {
    name: 'Facebook',
    Icon: IconBrandFacebook,
    pageOf: (url: string) => pageWith('https://www.facebook.com/sharer/sharer.php', { u: url }),
  },
  {
    name: 'X',
    Icon: IconBrandX,
    pageOf: (url: string, title: string) => pageWith('https://x.com/intent/post', { url, text: title }),
  },
] as const;

/** The ways to share an address: to copy, to scan, by a network, by the device's own sheet, and as code for another site. */
export default function ShareDialog({ title, path, framePath, onClose }: Shared & { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { origin } = window.location;
  const url = new URL(path, origin).href;
  const address = `${origin}${framePath}${i18n.locale === 'ru' ? '' : `?lang=${i18n.locale}`}`;
  const code = frameCode({ address, title: t`Поддержать`, height: wholeFrameHeight });
  // Closing the sheet is not a failure, and whatever else it fails for, the other ways stay.
  const openSheet = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <Dialog title={<Trans>Поделиться</Trans>} onClose={onClose}>
      <div className={classes.address}>
        <QrCode text={url} className={classes.qr} />
        <div>
          <code className={classes.url}>{shownAddress(url)}</code>
          <CopyButton text={url} done={<Trans>Ссылка скопирована</Trans>}>
            <Trans>Скопировать ссылку</Trans>
          </CopyButton>
          <p className={classes.hint}>
            <Trans>Или наведите на код камеру телефона.</Trans>
          </p>
        </div>
      </div>
      <ul className={classes.networks} aria-label={t`Куда отправить`}>
        {networks.map(({ name, Icon, pageOf }) => (
          <li key={name}>
            <a href={pageOf(url, title)} target="_blank" rel="noopener noreferrer">
              <Icon size={24} stroke={1.75} aria-hidden />
              {name}
            </a>
          </li>
        ))}
        {'share' in navigator && (
          <li>
            <button type="button" onClick={() => void openSheet()}>
              <IconShare3 size={24} stroke={1.75} aria-hidden />
              <Trans>Другие</Trans>
            </button>
          </li>
        )}
      </ul>
      {framePath !== undefined && (
        <div className={classes.embed}>
          <h3>
            <Trans>Код для сайта</Trans>
          </h3>
          <textarea readOnly rows={4} value={code} aria-label={t`Код для сайта`} />
          <CopyButton text={code}>
            <Trans>Скопировать код</Trans>
          </CopyButton>
        </div>
      )}
    </Dialog>
  );
}
