import { types as babel, type PluginObj } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babelPlugin from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

/**
 * Compiles English messages in place, so browsers load neither an English catalogue nor the 6 kB message parser
 * (docs/decisions/010-translations.md).
 */
export function languagePlugins(): PluginOption[] {
  const macros = linguiTransformerBabelPreset({ descriptorFields: 'message' });
  macros.preset = withInlineMessages(macros.preset);
  return [babelPlugin({ presets: [macros] }), ...lingui({ failOnCompileError: true })];
}

type Preset = ReturnType<typeof linguiTransformerBabelPreset>['preset'];

function withInlineMessages(preset: Preset): Preset {
  const plugins = typeof preset === 'object' && 'plugins' in preset ? preset.plugins : undefined;
  if (!Array.isArray(plugins)) throw new Error('Lingui changed the structure of its preset.');
  return { plugins: [...plugins, compileInline] };
}

/** Compiles `{ id, message: 'Hello {name}' }` to `{ id, message: ['Hello ', ['name']] }`. */
function compileInline(): PluginObj {
  return {
    name: 'compile-inline-messages',
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectProperty(path) {
              if (!isMessageKey(path.node.key, path.parent) || !babel.isStringLiteral(path.node.value)) return;
              path.node.value = compileToExpression(path.node.value.value);
            },
            JSXAttribute(path) {
              const { name, value } = path.node;
              if (!isTrans(path.parent) || name.name !== 'message') return;
              const text = babel.isJSXExpressionContainer(value) ? value.expression : value;
              if (!babel.isStringLiteral(text)) return;
              path.node.value = babel.jsxExpressionContainer(compileToExpression(text.value));
            },
          });
        },
      },
    },
  };
}

function compileToExpression(message: string): babel.Expression {
  return babel.valueToNode(compileMessage(message)) as babel.Expression;
}

function isMessageKey(key: babel.Node, parent: babel.Node): boolean {
  return (
    babel.isIdentifier(key, { name: 'message' }) && babel.isObjectExpression(parent) && parent.properties.some(isId)
  );
}

function isId(property: babel.Node): boolean {
  return (
    babel.isObjectProperty(property) &&
    babel.isIdentifier(property.key, { name: 'id' }) &&
    babel.isStringLiteral(property.value)
  );
}

function isTrans(element: babel.Node): boolean {
  return (
    babel.isJSXOpeningElement(element) && babel.isJSXIdentifier(element.name) && /^_?Trans_?/.test(element.name.name)
  );
}
