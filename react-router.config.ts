import type { Config } from '@react-router/dev/config';
import { compressFolder } from './base/pages/compress-folder.server.ts';
import { shortenRouteList } from './operation/install/route-list.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // Compressed once here, so that the server never compresses a file while somebody waits for it.
  buildEnd: async ({ reactRouterConfig }) => {
    const client = `${reactRouterConfig.buildDirectory}/client`;
    await shortenRouteList(`${client}/assets`);
    await compressFolder(client);
  },
} satisfies Config;
