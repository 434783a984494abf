// The packages in the built program as a CycloneDX document, for scanners of vulnerabilities and licences.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseLicense from 'spdx-expression-parse';
import { resolvedFrom } from './packages.mjs';

const { ExternalReferenceFactory } = Contrib.FromNodePackageJson.Factories;
const licences = new Contrib.License.Factories.LicenseFactory(parseLicense);
const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new ExternalReferenceFactory(),
  licences,
);
const VERSION = Spec.Spec1dot6;

/**
 * The same text for the same packages: without a serial number or a time, which the format allows.
 * @param manifest of the program
 * @param packages those in the bundle (`packagesOf`)
 * @param root folder with package-lock.json and node_modules
 * @throws when the document does not keep the schema
 */
export async function sbomOf(manifest, packages, root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const components = new Map(packages.map((each) => [each.folder, componentOf(each, lock, root)]));
  for (const each of packages) {
    for (const folder of neededBy(each, components)) {
      components.get(each.folder).dependencies.add(components.get(folder).bomRef);
    }
  }
  const program = builder.makeComponent(manifest, Enums.ComponentType.Application);
  program.bomRef.value = `${manifest.name}@${manifest.version}`;
  program.purl = new PackageURL('npm', undefined, manifest.name, manifest.version).toString();
  for (const component of components.values()) program.dependencies.add(component.bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: program }),
    components: new Models.ComponentRepository(components.values()),
  });
  const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(VERSION)).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  await validate(text);
  return `${text}\n`;
}

function componentOf({ folder, manifest }, { packages }, root) {
  const path = relative(root, folder);
  const component = builder.makeComponent(manifest);
  component.purl = new PackageURL('npm', component.group, component.name, component.version).toString();
  // The same package may occur twice, at different paths.
  component.bomRef.value = path.replace(/(?:^|\/)node_modules\//g, '|').slice(1) + `@${component.version}`;
  const [algorithm, hash] = Contrib.FromNodePackageJson.Utils.parsePackageIntegrity(packages[path].integrity);
  component.hashes.set(algorithm, hash);
  component.scope = Enums.ComponentScope.Required;
  return component;
}

function neededBy({ folder, manifest }, components) {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .map((name) => resolvedFrom(folder, name, components))
    .filter(Boolean);
}

async function validate(text) {
  const problems = await new Validation.JsonStrictValidator(VERSION.version).validate(text);
  if (problems) throw new Error(`the SBOM is not valid CycloneDX: ${JSON.stringify(problems)}`);
}

/**
 * @param text an SBOM of the program
 * @param nodes packages of Node that are delivered with it, as `platformsOf` describes them
 * @returns the SBOM with these too
 */
export async function withNodes(text, nodes) {
  const bom = JSON.parse(text);
  for (const { node: name, version, integrity } of nodes) {
    const [alg, content] = Contrib.FromNodePackageJson.Utils.parsePackageIntegrity(integrity);
    const ref = `${name}@${version}`;
    bom.components.push({
      type: Enums.ComponentType.Application,
      name,
      version,
      'bom-ref': ref,
      hashes: [{ alg, content }],
      licenses: [{ license: { id: 'MIT' } }],
      purl: new PackageURL('npm', undefined, name, version).toString(),
    });
    bom.dependencies.push({ ref });
  }
  const written = JSON.stringify(bom, null, 2);
  await validate(written);
  return `${written}\n`;
}
