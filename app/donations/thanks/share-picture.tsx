import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { Toggle } from '#base/ui/fields/field.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { saveFile } from '#base/ui/page/save-file.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { Donation } from '../lists/donation-card.tsx';
import { drawPicture, type FormatName, formats, type SharedThanks } from './draw-picture.ts';
import classes from './share-picture.module.css';

interface Drawn {
  readonly file: File;
  readonly address: string;
}

/** The picture as a file; null while it is being drawn. */
function useDrawn(name: FormatName, { creator, lead, sum, address }: SharedThanks): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);

  useEffect(() => {
    let made = '';
    let isLeft = false;
    void drawPicture(formats[name], { creator, lead, sum, address }).then((blob) => {
      if (blob === null || isLeft) return;
      made = URL.createObjectURL(blob);
      setDrawn({
        file: new File([blob], `opora-${creator.userName}-${name}.png`, { type: 'image/png' }),
        address: made,
      });
    });
    return () => {
      isLeft = true;
      URL.revokeObjectURL(made);
    };
  }, [name, creator, lead, sum, address]);

  return drawn;
}

/** The device's share sheet with the file; where it takes none, a download. */
async function give(file: File): Promise<void> {
  const shared = { files: [file] };
  try {
    if ('canShare' in navigator && navigator.canShare(shared)) await navigator.share(shared);
    else saveFile(file, file.name);
  } catch (error) {
    // Closing the sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file, file.name);
  }
}

function Picture({
  name,
  label,
  thanks,
}: {
  readonly name: FormatName;
  readonly label: string;
  readonly thanks: SharedThanks;
}) {
  const drawn = useDrawn(name, thanks);
  const { width, height } = formats[name];
  const Icon = 'canShare' in navigator ? IconShare2 : IconDownload;
  return (
    <figure className={classes.picture}>
      <div style={{ aspectRatio: `${String(width)} / ${String(height)}` }}>
        {drawn !== null && <img src={drawn.address} alt={label} width={width} height={height} />}
      </div>
      <ActionButton look="quiet" disabled={drawn === null} onClick={() => drawn !== null && void give(drawn.file)}>
        <Icon size={20} stroke={1.75} aria-hidden />
        {label}
      </ActionButton>
    </figure>
  );
}

/** Pictures of the thanks to share: a story and a post, with the sum or without. */
export default function SharePicture({
  donation,
  currency,
}: {
  readonly donation: Donation;
  readonly currency: string;
}) {
  const { t } = useLingui();
  const [isSumShown, setSumShown] = useState(false);
  const sumText = useSumText(currency);
  const { creator, amount } = donation;
  const thanks: SharedThanks = {
    creator,
    lead: t`Я поддерживаю автора`,
    sum: isSumShown ? sumText(amount) : null,
    address: `${usePublicUrl().replace(/^https?:\/\//, '')}/${creator.userName}`,
  };
  return (
    <section className={classes.pictures} aria-label={t`Картинка, чтобы поделиться`}>
      <Toggle checked={isSumShown} onChange={(event) => setSumShown(event.currentTarget.checked)}>
        <Trans>Показать сумму</Trans>
      </Toggle>
      <div>
        <Picture name="story" label={t`Для сторис`} thanks={thanks} />
        <Picture name="post" label={t`Для поста`} thanks={thanks} />
      </div>
    </section>
  );
}
