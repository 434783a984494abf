import type { NextFunction, Request, Response } from 'express';
import { API_PATH } from '../common/index.js';
import type { ClientResolver } from './client.js';

const DOCS = /^\/docs(?:\/|$)/;
const GUIDES = /^\/docs\/(?:topics$|(?:guide|operations|reference|deploy)\/)/;
const CONSOLE = /^\/console(?:\/|$)/;

const NOTHING = "default-src 'none'; frame-ancestors 'none'";
/** Swagger UI needs inline styles and images in data URLs; scripts come only from here. */
const DOCS_PAGE = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
/** Pages and pictures without scripts. */
const GUIDE_PAGE = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** The console shows what strangers write: its page runs our own files, and makes no markup of a text. */
const CONSOLE_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** A year, without subdomains, which may belong to someone else. */
const HSTS = 'max-age=31536000';

/** Sets the headers of every answer that keep browsers from misinterpreting it. */
export function securityHeaders(clients: ClientResolver) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path } = request;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Content-Security-Policy', policyOf(path));
    // An answer of an API is only for its caller, and only for now.
    if (API_PATH.test(path)) response.setHeader('Cache-Control', 'no-store');
    if (clients.clientOf(request).scheme === 'https') response.setHeader('Strict-Transport-Security', HSTS);
    next();
  };
}

function policyOf(path: string): string {
  if (CONSOLE.test(path)) return CONSOLE_PAGE;
  if (GUIDES.test(path)) return GUIDE_PAGE;
  return DOCS.test(path) ? DOCS_PAGE : NOTHING;
}
