import { runChecks } from '../../common/index.js';
import { fileSystemCheck } from './file-system.check.js';

const FUSE = 0x65735546;
const MOUNTS = [
  '22 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw,discard',
  '90 22 0:50 / /mnt/away rw,nosuid master:7 propagate_from:2 - fuse.sshfs me@there:/ rw,user_id=0',
  '91 22 0:51 / /mnt/my\\040cloud rw - fuse.rclone box: rw',
  '92 22 0:52 / /mnt/host rw - fuse.virtiofs share rw',
].join('\n');

const found = async (stateDir: string, type: number, isEmbedded = true) => {
  const system = { typeOf: async () => type, mounts: async () => MOUNTS };
  const [first] = await runChecks([fileSystemCheck(stateDir, isEmbedded, system)]);
  return `${first!.state}: ${first!.message}`;
};

describe('the file system', () => {
  it.each([
    ['NFS', 0x6969, true, 'failed: /state is on NFS'],
    ['SMB', 0xfe534d42, true, 'failed: /state is on SMB'],
    ['9P', 0x01021997, true, 'warning: /state is on ext4'],
    ['NFS beside PostgreSQL', 0x6969, false, 'ok: /state is on NFS, and the database elsewhere'],
    ['ext4', 0xef53, true, 'ok: /state is on a file system of this machine'],
  ])('%s is judged by its type', async (_, type, isEmbedded, finding) => {
    expect(await found('/state', type, isEmbedded)).toBe(finding);
  });

  it.each([
    ['/mnt/away', 'failed: /mnt/away is on fuse.sshfs'],
    ['/mnt/away/state', 'failed: /mnt/away/state is on fuse.sshfs'],
    ['/mnt/my cloud/state', 'failed: /mnt/my cloud/state is on fuse.rclone'],
    ['/mnt/host/state', 'warning: /mnt/host/state is on fuse.virtiofs'],
    ['/mnt/awayday', 'warning: /mnt/awayday is on ext4'],
  ])('FUSE at %s is judged by its program', async (stateDir, finding) => {
    expect(await found(stateDir, FUSE)).toBe(finding);
  });

  it('FUSE without a list of mounts is a warning', async () => {
    const system = { typeOf: async () => FUSE, mounts: async () => '' };
    expect(await runChecks([fileSystemCheck('/state', true, system)])).toMatchObject([
      { state: 'warning', message: '/state is on FUSE' },
    ]);
  });

  it('is told by this machine', async () => {
    expect(await runChecks([fileSystemCheck('/', true)])).toMatchObject([{ id: 'file-system' }]);
  });
});
