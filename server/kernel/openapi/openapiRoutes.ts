import type { FastifyInstance } from 'fastify';
import { openApiOf, type OpenApiOptions } from './openapi.ts';
import { apiPage } from './openapiPage.ts';

/** `/api/openapi.json`, made from the descriptions the server itself works by, and `/api/docs` to read it. */
export function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): void {
  let text: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(openApiOf(options)))),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= apiPage(openApiOf(options)))));
}
