import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fetchFile } from '#app/identity/download-file.ts';
import type { PictureWidth } from '#app/images/picture-address.ts';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import type { PostContent } from '../shown-post.ts';
import classes from './post-article.module.css';
import { uploadedHere } from './uploaded-here.ts';

const path = 'Post/Picture';

const addressOf = (name: string, width: PictureWidth) => `/api/${path}?name=${encodeURIComponent(name)}&w=${width}`;

/** Whether an element has come near to what is seen of the page. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '100%' },
    );
    sight.observe(place.current);
    return () => sight.disconnect();
  }, [place]);
  return isNear;
}

interface Asked {
  readonly name: string;
  readonly width: PictureWidth;
  /** It is not read before. */
  readonly isNear: boolean;
}

/** The address of a picture that is sent to its readers alone: an image cannot send the token. Null: on its way; '': it could not be read. */
export function useGuardedPicture({ name, width, isNear }: Asked): string | null {
  const own = uploadedHere(name);
  const [loaded, setLoaded] = useState<string | null>(null);

  useEffect(() => {
    if (own !== undefined || !isNear) return;
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
  }, [own, name, width, isNear]);

  return own ?? loaded;
}

interface GuardedPictureProps {
  readonly name: string;
  readonly width: PictureWidth;
  readonly alt: string;
  /** Of the picture, or of the square that it fills. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A picture of a post for those who may see it. */
export function GuardedPicture(picture: GuardedPictureProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...picture} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ name, width, alt, size, onRetry }: GuardedPictureProps & { readonly onRetry: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const address = useGuardedPicture({ name, width, isNear: useNear(frame) });
  const shown = size ?? { width, height: width };
  const aspectRatio = `${shown.width} / ${shown.height}`;
  if (address === '')
    return (
      <div className={classes.lost} style={{ aspectRatio }}>
        <p>
          <Trans>Картинка не загрузилась</Trans>
        </p>
        <TextButton onClick={onRetry}>
          <Trans>Попробовать ещё раз</Trans>
        </TextButton>
      </div>
    );
  return (
    <div ref={frame} className={classes.picture} style={{ aspectRatio }} aria-busy={address === null || undefined}>
      {address === null ? <Skeleton height="100%" /> : <img src={address} {...shown} alt={alt} loading="lazy" />}
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
    return isGuarded ? (
      <GuardedPicture key={name} name={name} width={1024} alt={alt} size={{ width, height }} />
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
