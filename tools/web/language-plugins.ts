import { types as babel, type PluginObj } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babelPlugin from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

/**
 * Vite plugins for the shop's words: Lingui's macros, its catalogues (.po files are imported as they are), and the
 * default language compiled where it stands. So each screen's code carries its own English words, no catalogue is
 * loaded for them, and the 6 kB parser of message syntax stays out of the browser. docs/decisions/010-translations.md
 * has the figures.
 */
export function languagePlugins(): PluginOption[] {
  const macros = linguiTransformerBabelPreset({ descriptorFields: 'message' });
  macros.preset = withInlineMessages(macros.preset);
  return [babelPlugin({ presets: [macros] }), ...lingui({ failOnCompileError: true })];
}

type Preset = ReturnType<typeof linguiTransformerBabelPreset>['preset'];

function withInlineMessages(preset: Preset): Preset {
  const plugins = typeof preset === 'object' && 'plugins' in preset ? preset.plugins : undefined;
  if (!Array.isArray(plugins)) throw new Error('Lingui changed the form of its preset.');
  return { plugins: [...plugins, compileInline] };
}

/** `{ id, message: 'Hello {name}' }`, as the macros leave it -> `{ id, message: ['Hello ', ['name']] }`. */
function compileInline(): PluginObj {
  return {
    name: 'compile-inline-messages',
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectProperty(path) {
              if (!isMessageOf(path.node.key, path.parent) || !babel.isStringLiteral(path.node.value)) return;
              path.node.value = compiled(path.node.value.value);
            },
            JSXAttribute(path) {
              const { name, value } = path.node;
              if (!isTrans(path.parent) || name.name !== 'message') return;
              const text = babel.isJSXExpressionContainer(value) ? value.expression : value;
              if (!babel.isStringLiteral(text)) return;
              path.node.value = babel.jsxExpressionContainer(compiled(text.value));
            },
          });
        },
      },
    },
  };
}

function compiled(message: string): babel.Expression {
  return babel.valueToNode(compileMessage(message)) as babel.Expression;
}

/** A descriptor has an id beside its message. */
function isMessageOf(key: babel.Node, parent: babel.Node): boolean {
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

/** The macros import the component under a name of their own: Trans_. */
function isTrans(element: babel.Node): boolean {
  return (
    babel.isJSXOpeningElement(element) && babel.isJSXIdentifier(element.name) && /^_?Trans_?/.test(element.name.name)
  );
}
