import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { wordsOfHtml } from './html.js';

const linesOf = (html: string) =>
  wordsOfHtml(html)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('the words of a table', () => {
  it.each([
    ['with bare cells', '<table><tr><td>Oslo</td><td>7</td></tr><tr><td>Rome</td><td>9</td></tr></table>'],
    [
      'with paragraphs in its cells',
      '<table itemprop="copy-paste-table"><tbody><tr><td><p>Oslo</p></td><td><p>7</p></td></tr>' +
        '<tr><td><div>Rome<br></div></td><td><p>9</p></td></tr></tbody></table>',
    ],
    [
      'laid out over several lines',
      '<table>\n <tr>\n  <td>\n   Oslo</td>\n  <td>7\n</td>\n </tr>\n<tr><td>Rome</td>\n<td>9</td></tr></table>',
    ],
    [
      'with a head and without ends',
      '<TABLE><thead><tr><TH scope="col">Oslo<th>7<tbody><tr><td>Rome<td>9</TABLE>',
    ],
  ])('stand apart, a row a line: %s', (_, html) => {
    expect(linesOf(`<p>Stock:</p>${html}<p>done</p>`)).toEqual(['Stock:', 'Oslo | 7', 'Rome | 9', 'done']);
  });

  it('have a place for an empty cell, and lines of a cell in one line', () => {
    const html = '<table><tr><td>Oslo</td><td></td><td>a<br>b</td></tr></table>';
    expect(linesOf(html)).toEqual(['Oslo |  | a b']);
  });

  it.each(['<td>', '<td> ', '\n', ' </td>\n<td>\n ', '<tr>'])(
    'are read in linear time, of %j alone',
    (unit) => {
      const before = process.cpuUsage();
      wordsOfHtml(unit.repeat(300_000 / unit.length));
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(timeLimit(400));
    },
  );
});
