import { usePublicUrl } from '#base/pages/document-context.ts';

/** Names the widget of a creator for programs that turn addresses into something to embed (docs/rules.md#embedding). They run no scripts. */
export function EmbedDiscovery({ userName }: { readonly userName: string }) {
  const origin = usePublicUrl();
  const query = new URLSearchParams({ url: `${origin}/${userName}` });
  return <link rel="alternate" type="application/json+oembed" href={`${origin}/api/oEmbed?${query}`} />;
}
