import type { FastifyInstance } from 'fastify';

/** Nothing from elsewhere, no inline script; styles are made at run time by the component kit. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // Menus may lead to pages of other sites, shown in a sandboxed frame (/myiframe).
  "frame-src 'self' http: https:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
};
const halfYear = 'max-age=15552000';

/** The headers of every answer; calls are never cached. `isSecure`: the product is reached by https alone. */
export function registerSecurityHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (isSecure) reply.header('strict-transport-security', halfYear);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
