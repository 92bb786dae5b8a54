import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { fetchFile } from '#app/identity/download-file.ts';
import type { PictureWidth } from '#app/images/picture-address.ts';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import type { PostContent } from '../shown-post.ts';
import classes from './post-article.module.css';

const path = 'Post/Picture';

const addressOf = (name: string, width: PictureWidth) => `/api/${path}?name=${encodeURIComponent(name)}&w=${width}`;

/** The pictures that the form of a post has uploaded while it is open: by name the address of the file. */
const uploadedHere = new Map<string, string>();

/** Remembers the file of an uploaded picture, so that its creator sees it before it is saved. */
export function rememberUpload(name: string, file: Blob): void {
  uploadedHere.set(name, URL.createObjectURL(file));
}

/** Lets go of the files of uploaded pictures: from then on the server sends them. */
export function forgetUploads(): void {
  for (const address of uploadedHere.values()) URL.revokeObjectURL(address);
  uploadedHere.clear();
}

/** The address of a picture that is sent to its readers alone: an image cannot send the token. Null: on its way; '': it could not be read. */
function useGuardedPicture(name: string, width: PictureWidth): string | null {
  const own = uploadedHere.get(name);
  const [loaded, setLoaded] = useState<string | null>(null);

  useEffect(() => {
    if (own !== undefined) return;
    let address = '';
    let isLeft = false;
    fetchFile({ path, query: { name, w: width } })
      .then((answer) => (answer.ok ? answer.blob() : null))
      .then((blob) => {
        if (isLeft) return;
        address = blob === null ? '' : URL.createObjectURL(blob);
        setLoaded(address);
      })
      .catch(() => isLeft || setLoaded(''));
    return () => {
      isLeft = true;
      if (address !== '') URL.revokeObjectURL(address);
    };
  }, [own, name, width]);

  return own ?? loaded;
}

interface GuardedPictureProps {
  readonly name: string;
  readonly width: PictureWidth;
  readonly alt: string;
  /** Width by height. */
  readonly ratio?: string;
}

/** A picture of a post for those who may see it. */
export function GuardedPicture(picture: GuardedPictureProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...picture} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ name, width, alt, ratio = '1', onRetry }: GuardedPictureProps & { readonly onRetry: () => void }) {
  const address = useGuardedPicture(name, width);
  if (address === '')
    return (
      <p className={classes.lost}>
        <Trans>Картинка не загрузилась</Trans>{' '}
        <TextButton onClick={onRetry}>
          <Trans>Попробовать ещё раз</Trans>
        </TextButton>
      </p>
    );
  return (
    <div className={classes.picture} style={{ aspectRatio: ratio }} aria-busy={address === null || undefined}>
      {address === null ? <Skeleton height="100%" /> : <img src={address} alt={alt} />}
    </div>
  );
}

interface PostPicturesProps {
  readonly pictures: PostContent['pictures'];
  /** They are sent to some readers alone. */
  readonly isGuarded: boolean;
}

/** The pictures of a post, one below another. */
export function PostPictures({ pictures, isGuarded }: PostPicturesProps) {
  const { t } = useLingui();
  return pictures.map(({ name, width, height }, at) => {
    const alt = t`Картинка ${at + 1}`;
    const ratio = `${width} / ${height}`;
    return isGuarded ? (
      <GuardedPicture key={name} name={name} width={1024} alt={alt} ratio={ratio} />
    ) : (
      <img
        key={name}
        className={classes.open}
        src={addressOf(name, 1024)}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
      />
    );
  });
}
