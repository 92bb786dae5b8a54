import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { uploadPicture } from '#app/images/upload-picture.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { ActsDialog } from '#base/ui/dialogs/acts-dialog.tsx';
import { useModal } from '#base/ui/dialogs/dialog-box.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { cutOf, middleOf, type Size } from './crop.ts';
import classes from './crop-dialog.module.css';
import { CropFrame } from './crop-frame.tsx';
import { resizePicture } from './resize-picture.ts';

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly type: 'Avatar' | 'Banner';
  /** The size of the uploaded picture in pixels. */
  readonly target: Size;
  readonly onUploaded: (name: string) => void;
  readonly onClose: () => void;
}

/** Crops a picture and uploads it; a lost connection keeps the crop. */
export default function CropDialog({ picture, type, target, onUploaded, onClose }: CropDialogProps) {
  const { t } = useLingui();
  const dialog = useModal();
  const [crop, setCrop] = useState(() => middleOf(picture));
  const [sent, setSent] = useState(0);
  const { isBusy, failure, act } = useAction();
  const upload = useRef<AbortController | null>(null);
  const ratio = target.width / target.height;
  const isRound = type === 'Avatar';
  const title = isRound ? t`Аватар` : t`Баннер`;

  useEffect(() => () => upload.current?.abort(), []);

  async function send() {
    const ended = new AbortController();
    upload.current = ended;
    setSent(0);
    try {
      const file = await resizePicture(picture, cutOf(picture, ratio, crop), target);
      onUploaded(await uploadPicture({ file, type, onProgress: setSent, signal: ended.signal }));
    } catch (error) {
      if (isCallFailure(error) || !ended.signal.aborted) throw error;
    }
  }

  return (
    <ActsDialog
      ref={dialog}
      title={title}
      lead={<Trans>Перетащите картинку или двигайте её стрелками.</Trans>}
      onClose={onClose}
      acts={
        <>
          <ActionButton look="quiet" onClick={() => (isBusy ? upload.current?.abort() : dialog.current?.close())}>
            {isBusy ? <Trans>Отменить загрузку</Trans> : <Trans>Закрыть</Trans>}
          </ActionButton>
          <ActionButton disabled={isBusy} onClick={() => void act(send)}>
            {isBusy ? (
              <Trans>Загружаем: {Math.round(sent * 100)} %</Trans>
            ) : failure === null ? (
              <Trans>Загрузить</Trans>
            ) : (
              <Trans>Повторить</Trans>
            )}
          </ActionButton>
        </>
      }
    >
      <div className={isRound ? classes.round : undefined} inert={isBusy}>
        <CropFrame picture={picture} ratio={ratio} crop={crop} isRound={isRound} onCrop={setCrop} />
      </div>
      {isBusy && <progress className={classes.progress} value={sent} aria-label={title} />}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </ActsDialog>
  );
}
