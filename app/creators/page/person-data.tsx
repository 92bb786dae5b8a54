import { useNonce, usePublicUrl } from '#base/pages/document-context.ts';
import type { User } from '../creators.calls.ts';
import { pictureUrl } from '../picture-url.ts';
import { displayNameOf } from '../public-user.ts';

function personJson(user: User, origin: string): string {
  const { insLink, tgLink, fbLink, youtubeLink, twitchLink, twitterLink, webLink } = user;
  const elsewhere = [youtubeLink, twitchLink, tgLink, insLink, twitterLink, fbLink, webLink].filter(
    (link) => link !== null,
  );
  const person = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: `${origin}/${user.userName}`,
    mainEntity: {
      '@type': 'Person',
      name: displayNameOf(user),
      alternateName: user.userName,
      url: `${origin}/${user.userName}`,
      ...(user.about && { description: user.about }),
      ...(user.avatar && { image: `${origin}${pictureUrl(user.avatar, 512)}` }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    },
  };
  // A tag within the text must not end the script.
  return JSON.stringify(person).replaceAll('<', '\\u003c');
}

/** Structured data of the creator for search engines (schema.org). They read the page that the server sends: the browser keeps that text. */
export function PersonData({ user }: { user: User }) {
  const origin = usePublicUrl();
  const nonce = useNonce();
  return (
    <script key={user.userName} type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {import.meta.env.SSR ? personJson(user, origin) : ''}
    </script>
  );
}
