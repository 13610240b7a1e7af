{%- extends 'nbgrader/base.tpl' -%}

{%- block script -%}
<link rel="stylesheet" href="{{ base_url }}/formgrader/nbjudge/formgrader.css" />
<script src="{{ base_url }}/formgrader/nbjudge/labels.js"></script>
{%- endblock script -%}
