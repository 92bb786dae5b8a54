import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { failures } from '#base/calls/errors.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { type ImageType, largestImageBytes } from './image-choices.ts';
import classes from './image-field.module.css';
import { pictureAddress } from './picture-address.ts';
import { uploadPicture } from './upload-picture.ts';

interface ImageFieldProps {
  readonly type: ImageType;
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (image: string | null) => void;
}

/** A picture that is uploaded as it is, unlike those that people crop. */
export function ImageField({ type, label, value, error, onChange }: ImageFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState(0);
  const { isBusy, failure, act } = useAction();

  async function send(file: File) {
    const message = t`Картинка больше 10 МБ. Выберите поменьше`;
    if (file.size > largestImageBytes) throw failures.payloadTooLarge({ message });
    setPart(0);
    onChange(await uploadPicture({ file, type, onProgress: setPart, signal: new AbortController().signal }));
  }

  return (
    <Stack gap={16} shrinks>
      <Row gap={10} align="center">
        {value !== null && <img className={classes.thumb} src={pictureAddress(value, 256)} alt={label} />}
        <ActionButton look="quiet" disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? (
            t`Загружаем… ${Math.round(part * 100)} %`
          ) : value === null ? (
            <Trans>Своя картинка</Trans>
          ) : (
            <Trans>Заменить картинку</Trans>
          )}
        </ActionButton>
        {value !== null && (
          <ActionButton look="quiet" onClick={() => onChange(null)}>
            <Trans>Убрать картинку</Trans>
          </ActionButton>
        )}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={t`Файл с картинкой`}
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void act(() => send(file));
            currentTarget.value = '';
          }}
        />
      </Row>
      <FaultLine>{failure?.message ?? error}</FaultLine>
    </Stack>
  );
}
