import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** Version of the admin API's contract; raised with every change of it. */
const ADMIN_API_VERSION = '1.0.0';

/** The contract of `/admin/v1`, made from the controllers and their DTOs. */
export function adminDocument(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('Gatehouse admin API')
    .setDescription('Everything an operator does. Bearer token of an owner, operator or viewer.')
    .setVersion(ADMIN_API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'admin-token')
    .build();
  const document = SwaggerModule.createDocument(app, info, { ignoreGlobalPrefix: true });
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/v1'));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Serves Swagger UI at `/docs` and the contract as JSON; the document is made at the first request for it. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => adminDocument(app), {
    jsonDocumentUrl: 'openapi/admin.v1.json',
    yamlDocumentUrl: 'openapi/admin.v1.yaml',
    customSiteTitle: 'Gatehouse API',
  });
}
