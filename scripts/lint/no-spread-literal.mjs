/**
 * No object or array literal spread into another: `{ ...{ a, b }, c }` says `{ a, b, c }` in fewer lines, and hides that
 * they are one list. A condition (`...(x ? { a } : {})`) stays.
 */
export const noSpreadLiteral = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    messages: { literal: 'Write the entries of this literal into the one around it.' },
    schema: [],
  },
  create(context) {
    const inner = (literal) => {
      const text = context.sourceCode.getText(literal).slice(1, -1).trim();
      return text.replace(/,$/, '');
    };
    const report = (node) =>
      context.report({
        node,
        messageId: 'literal',
        fix: (fixer) => {
          const text = inner(node.argument);
          // An empty one takes its comma with it.
          if (text !== '') return fixer.replaceText(node, text);
          const after = context.sourceCode.getTokenAfter(node);
          return after?.value === ','
            ? fixer.removeRange([node.range[0], after.range[1]])
            : fixer.remove(node);
        },
      });
    return {
      'ObjectExpression > SpreadElement > ObjectExpression.argument': ({ parent }) => report(parent),
      'ArrayExpression > SpreadElement > ArrayExpression.argument': ({ parent }) => report(parent),
    };
  },
};
